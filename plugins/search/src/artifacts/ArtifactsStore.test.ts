import { FakeHttp } from '@lading/contract/testing';
import { when } from 'mobx';
import { expect, it } from 'vitest';
import { ArtifactsStore } from './ArtifactsStore.ts';
import { readArtifactQuery } from './artifactQuery.ts';

const query = (search: string) => readArtifactQuery(search, { archiveIndexing: false, project: undefined });

it('stays marked as incomplete until the query changes, also after a page is reloaded', async () => {
  let last = '';
  const http = new FakeHttp().on('GET /ui/api/v1/search/artifacts', ({ options }: { options: object }) => {
    const { endCursor = '0', name } = (options as { query: { endCursor?: string; name: string[] } }).query;
    last = endCursor;
    const page = Number(endCursor);
    const results = Array.from({ length: 100 }, (_, at) => ({ name: `${name}-${page * 100 + at}` }));
    const capped = name[0] === 'lib' && page === 8;
    return { results, next: page < 9 ? String(page + 1) : null, total: null, capped };
  });
  const store = new ArtifactsStore(http);
  store.artifacts.show(query('?name=lib'));
  const rows = store.artifacts.rows;
  for (let end = 100; end <= 1000; end += 100) {
    await when(() => (rows?.length ?? 0) >= end);
    rows?.want(end - 1, end - 1);
  }
  expect(store.capped).toBe(true);
  rows?.want(0, 0);
  await when(() => rows?.row(0) !== undefined);
  expect(last).toBe('0');
  expect(store.capped).toBe(true);
  store.artifacts.show(query('?name=other'));
  await when(() => !store.capped);
  store.dispose();
});
