import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../archives/testing/zipOf.ts';
import { type StubFiles, stubFiles } from '../plainFiles/testing/stubFiles.ts';
import { type TreePlatform, treePlatform } from '../tree/testing/treePlatform.ts';
import { linesOf, type Recorded, recordEvents } from './testing/recordEvents.ts';

let tree: TreePlatform;
let upstream: StubFiles;
let recorded: Recorded;
beforeAll(async () => {
  upstream = await stubFiles();
  tree = await treePlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.0/8' });
  await repository('files', { rclass: 'local', packageType: 'generic' });
  await repository('far', { rclass: 'remote', packageType: 'generic', url: upstream.url });
  recorded = recordEvents(tree.platform.storage);
});
afterAll(async () => {
  await tree?.platform.close();
  await upstream?.stop();
});

async function repository(key: string, configuration: object): Promise<void> {
  const { status } = await tree.call('PUT', `/artifactory/api/repositories/${key}`, configuration);
  expect(status).toBe(201);
}

/** Runs the action, expects no error, and compares the events of both kinds of subscribers. */
async function expectEvents(action: () => Promise<{ status: number }>, expected: string[]): Promise<void> {
  recorded.inTransaction.length = 0;
  expect((await action()).status).toBeLessThan(300);
  const events = await recorded.take(expected.length);
  expect(linesOf(events)).toEqual([...expected].sort());
  expect(linesOf(recorded.inTransaction)).toEqual(linesOf(events));
}

const file = (path: string) => `/artifactory/${path}`;

describe('plain files', () => {
  it('that are deployed, with properties and again', async () => {
    await expectEvents(
      () => tree.call('PUT', file('files/a/one.txt;os=linux;arch=arm'), 'one'),
      [
        'artifact.deployed files/a/one.txt',
        'artifact_property.added files/a/one.txt arch',
        'artifact_property.added files/a/one.txt os',
      ],
    );
    // Deploying the same content again changes nothing, unlike other content.
    await expectEvents(() => tree.call('PUT', file('files/a/one.txt'), 'one'), []);
    await expectEvents(
      () => tree.call('PUT', file('files/a/one.txt'), 'other'),
      ['artifact.deployed files/a/one.txt'],
    );
    await expectEvents(
      () => tree.call('PUT', file('files/a/two.txt'), 'two'),
      ['artifact.deployed files/a/two.txt'],
    );
  });

  it('whose properties change', async () => {
    const url = '/artifactory/api/storage/files/a/one.txt?properties=';
    await expectEvents(
      () => tree.call('PUT', `${url}os=mac;name=one`),
      ['artifact_property.added files/a/one.txt name', 'artifact_property.added files/a/one.txt os'],
    );
    await expectEvents(() => tree.call('PUT', `${url}os=mac`), []);
    await expectEvents(
      () => tree.call('DELETE', `${url}os,absent`),
      ['artifact_property.deleted files/a/one.txt os'],
    );
    const patch = { props: { name: null, left: 'right' } };
    await expectEvents(
      () => tree.call('PATCH', '/artifactory/api/metadata/files/a/one.txt', patch),
      ['artifact_property.added files/a/one.txt left', 'artifact_property.deleted files/a/one.txt name'],
    );
  });

  it('that are copied, moved, and deleted', async () => {
    await expectEvents(
      () => tree.call('POST', '/artifactory/api/copy/files/a?to=/files/b'),
      [
        'artifact.copied files/b/one.txt from files/a/one.txt',
        'artifact.copied files/b/two.txt from files/a/two.txt',
        'artifact_property.added files/b/one.txt left',
      ],
    );
    await expectEvents(
      () => tree.call('POST', '/artifactory/api/move/files/b/two.txt?to=/files/c/two.txt'),
      ['artifact.moved files/c/two.txt from files/b/two.txt'],
    );
    await expectEvents(
      () => tree.call('DELETE', file('files/c/two.txt')),
      ['artifact.deleted files/c/two.txt'],
    );
    await expectEvents(
      () => tree.call('DELETE', file('files/a')),
      ['artifact.deleted files/a/one.txt', 'artifact.deleted files/a/two.txt'],
    );
  });

  it('that are extracted from an archive', async () => {
    const archive = zipOf(['x/1.txt', 'x/2.txt'].map((path) => ({ path, content: path })));
    const headers = { authorization: tree.platform.adminAuth, 'x-explode-archive': 'true' };
    const url = file('files/z/all.zip;of=all');
    await expectEvents(
      async () => {
        const { statusCode: status } = await tree.platform.app.inject({
          ...{ method: 'PUT', url, headers, payload: archive },
        });
        return { status };
      },
      ['x/1.txt', 'x/2.txt'].flatMap((path) => [
        `artifact.deployed files/z/${path}`,
        `artifact_property.added files/z/${path} of`,
      ]),
    );
  });

  it('that are cached', async () => {
    upstream.files.set('kept.txt', 'kept');
    await expectEvents(() => tree.call('GET', file('far/kept.txt')), ['artifact.cached far/kept.txt']);
    await expectEvents(() => tree.call('GET', file('far/kept.txt')), []);
  });
});
