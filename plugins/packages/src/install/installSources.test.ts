import { HttpFailure } from '@lading/contract';
import { FakeHttp } from '@lading/contract/testing';
import { expect, it } from 'vitest';
import { fetchInstallSources } from './installSources.ts';

const held = [{ name: 'npm-local', type: 'local', leadFilePath: '@scope/left/-/left-1.0.0.tgz' }];
const { signal } = new AbortController();

it('puts the virtual repositories that lead to the file before those that hold it', async () => {
  const http = new FakeHttp()
    .on('GET /artifactory/api/repositories', [{ key: 'npm' }, { key: 'other' }])
    .on('GET /artifactory/api/storage/npm/%40scope/left/-/left-1.0.0.tgz', {})
    .on('GET /artifactory/api/storage/other/%40scope/left/-/left-1.0.0.tgz', () => {
      throw new HttpFailure(404, 'not there');
    });
  expect(await fetchInstallSources(http, 'npm', held, signal)).toEqual(['npm', 'npm-local']);
  expect(http.calls[0]?.options.query).toEqual({ type: 'virtual', packageType: 'npm' });
});

it('asks nothing about a version that is nowhere', async () => {
  expect(await fetchInstallSources(new FakeHttp(), 'npm', [], signal)).toEqual([]);
});
