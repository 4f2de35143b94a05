import type { RemovalOutcome, RemovalPlan, TrashOutcome } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import * as crates from '../formats/cargo/testing/samples.ts';
import { moduleZip } from '../formats/go/testing/samples.ts';
import { chartArchive, provenance } from '../formats/helm/testing/samples.ts';
import { publishBody, sampleTarball } from '../formats/npm/testing/samples.ts';
import { nupkg } from '../formats/nuget/testing/samples.ts';
import { imageTrash } from '../formats/oci/manifests/imageTrash.ts';
import { pushImage, RegistryClient } from '../formats/oci/testing/RegistryClient.ts';
import { sampleSource, sampleWheel, uploadForm } from '../formats/pypi/testing/samples.ts';
import { collectAll } from '../operations/garbageCollection/collect.ts';
import { requireRepository } from '../repositories/repositories.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { filesOfItem, selectItems } from './trashTable.ts';

let platform: TestPlatform;
let registry: RegistryClient;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  registry = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
  for (const type of ['cargo', 'pypi', 'nuget', 'helm', 'go', 'maven'])
    await call('PUT', `/artifactory/api/repositories/t-${type}`, { rclass: 'local', packageType: type });
});
afterAll(() => platform?.close());

async function call(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  payload?: object | Buffer | string,
  more = {},
) {
  const headers = { authorization: platform.adminAuth, ...more };
  const answer = await platform.app.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  expect([method, url, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([
    method,
    url,
    expect.toSatisfy((status) => status < 300),
    '',
  ]);
  return answer;
}

/** All that is stored about the repository, without the IDs of rows. */
const stateOf = (repo: string) =>
  withStorage(platform.storage, async () => {
    const list = async (query: ReturnType<typeof sql>) => (await db().execute(query)).rows;
    return {
      files: await list(sql`
        SELECT path, sha256, mime_type, created, created_by, modified, modified_by, downloads,
          (SELECT jsonb_object_agg(key, value) FROM file_properties p WHERE p.file_id = f.id) AS properties
        FROM files f WHERE repo = ${repo} AND path NOT LIKE '%/\\_layers/%' AND path NOT LIKE '%/\\_manifests/%' ORDER BY path`),
      versions: await list(sql`
        SELECT p.type, p.name, v.name AS version, v.created, v.size, v.lead_path, v.licenses, v.deprecated, d.description,
          d.keywords, d.dependencies, d.readme,
          ARRAY(SELECT f.path FROM version_files vf JOIN files f ON f.id = vf.file_id WHERE vf.version_id = v.id ORDER BY 1) AS files
        FROM versions v JOIN packages p ON p.id = v.package_id JOIN version_details d ON d.version_id = v.id
        WHERE v.repo = ${repo} ORDER BY p.name, v.sort_key`),
      tags: await list(sql`
        SELECT p.name, t.tag, t.version FROM package_tags t JOIN packages p ON p.id = t.package_id
        WHERE t.repo = ${repo} ORDER BY 1, 2`),
      listings: await list(sql`
        SELECT name, versions_count, latest_version, licenses, description FROM package_listings
        WHERE repo = ${repo} ORDER BY 1`),
      counts: await list(sql`SELECT sum(files)::integer AS files FROM file_counts WHERE repo = ${repo}`),
    };
  });

/** Deletes all content that nothing refers to, as if it were old. */
const collect = () =>
  withStorage(platform.storage, async () => {
    for (const [table, column] of [
      ['docker_blobs', 'touched'],
      ['docker_manifests', 'pushed'],
      ['blobs', 'touched'],
    ] as const)
      await db().execute(
        sql`UPDATE ${sql.identifier(table)} SET ${sql.identifier(column)} = now() - interval '3 days'`,
      );
    await collectAll({ remove: true, graceSeconds: 60 });
  });

async function remove(id: string, versions?: string[]): Promise<string> {
  const selection = { packages: [{ id, ...(versions ? { versions } : {}) }] };
  const url = '/ui/api/v1/ui/v1/native/removal';
  const plan = (await call('POST', `${url}/plan`, selection)).json<RemovalPlan>();
  const { digest } = plan;
  const outcome = (await call('POST', url, { ...selection, digest })).json<RemovalOutcome>();
  expect([outcome.failed, outcome.removed.versions > 0]).toEqual([[], true]);
  return outcome.deletion ?? 'nothing is in the trash';
}
const restore = async (deletion: string) =>
  (await call('POST', '/ui/api/v1/ui/trash/restore', { deletions: [deletion] })).json<TrashOutcome>();

interface Case {
  repo: string;
  id: string;
  versions?: string[];
  publish: () => Promise<unknown>;
  /** Items that one deletion creates. */
  items?: number;
}

const cases: Record<string, Case> = {
  generic: {
    repo: 'generic-local',
    id: 'generic://tools/jq',
    publish: async () => {
      await call('PUT', '/artifactory/generic-local/tools/jq/1.7.1/jq;os=linux', 'a', {
        'content-type': 'text/x-jq',
      });
      await call('PUT', '/artifactory/generic-local/tools/jq/1.7.1/jq.sha256', 'b');
    },
  },
  npm: {
    repo: 'npm-local',
    id: 'npm://left',
    publish: async () => {
      for (const version of ['1.0.0', '2.0.0']) {
        const manifest = { description: 'Left', license: 'MIT', dependencies: { pad: '^1.0.0' } };
        const sample = { name: 'left', version, manifest, files: { 'README.md': '# Left' } };
        const body = publishBody(sample, await sampleTarball(sample), version === '1.0.0' ? 'old' : 'latest');
        await call('PUT', '/artifactory/api/npm/npm-local/left', body);
      }
    },
    items: 2,
  },
  cargo: {
    repo: 't-cargo',
    id: 'cargo://kite',
    publish: async () => {
      const sample = { name: 'kite', vers: '1.0.0', manifest: ['description = "Flies"', 'license = "MIT"'] };
      const body = crates.publishBody(crates.metadataOf(sample), await crates.sampleCrate(sample));
      await call('PUT', '/artifactory/api/cargo/t-cargo/api/v1/crates/new', body);
      await call('DELETE', '/artifactory/api/cargo/t-cargo/api/v1/crates/kite/1.0.0/yank');
    },
  },
  pypi: {
    repo: 't-pypi',
    id: 'pypi://wind-kite',
    publish: async () => {
      const project = { name: 'Wind.Kite', version: '1.0', headers: ['Summary: Flies'] };
      for (const file of [sampleWheel(project), await sampleSource(project)]) {
        const { payload, headers } = uploadForm(project, file);
        await call('POST', '/artifactory/api/pypi/t-pypi/', payload, headers);
      }
    },
  },
  nuget: {
    repo: 't-nuget',
    id: 'nuget://Wind.Kite',
    publish: async () => {
      const path = 'wind.kite/1.0.0/wind.kite.1.0.0.nupkg';
      await call('PUT', `/artifactory/t-nuget/${path}`, nupkg({ id: 'Wind.Kite', version: '1.0.0' }));
      await call('DELETE', '/artifactory/api/nuget/v3/t-nuget/package/Wind.Kite/1.0.0');
    },
  },
  helm: {
    repo: 't-helm',
    id: 'helm://kite',
    publish: async () => {
      const chart = await chartArchive({ name: 'kite', version: '1.0.0', more: 'description: Flies' });
      await call('PUT', '/artifactory/t-helm/kite-1.0.0.tgz', chart);
      await call('PUT', '/artifactory/t-helm/kite-1.0.0.tgz.prov', provenance('kite', '1.0.0'));
    },
  },
  go: {
    repo: 't-go',
    id: 'golang://example.org/kite',
    publish: async () => {
      const zip = moduleZip({ module: 'example.org/kite', version: 'v1.0.0' });
      await call('PUT', '/artifactory/t-go/example.org/kite/@v/v1.0.0.zip', zip);
    },
  },
  maven: {
    repo: 't-maven',
    id: 'gav://org.example:kite',
    publish: async () => {
      const pom = `<project><groupId>org.example</groupId><artifactId>kite</artifactId><version>1.0</version>
        <description>Flies</description><licenses><license><name>MIT</name></license></licenses></project>`;
      const folder = '/artifactory/t-maven/org/example/kite/1.0';
      await call('PUT', `${folder}/kite-1.0.pom`, pom);
      await call('PUT', `${folder}/kite-1.0.jar`, 'not a real archive');
    },
  },
  docker: {
    repo: 'docker-local',
    id: 'docker://kite',
    versions: ['1.0'],
    publish: async () => {
      await pushImage(registry, 'docker-local/kite', '1.0', { layer: 'a layer of its own' });
    },
  },
};

it.each(Object.entries(cases))(
  'restores %s packages as they were',
  async (_name, { repo, id, versions, publish, items = 1 }) => {
    await publish();
    const before = await stateOf(repo);
    expect(before.versions.length).toBeGreaterThan(0);
    const deletion = await remove(id, versions);
    expect((await stateOf(repo)).versions).toEqual([]);
    await collect();
    const outcome = await restore(deletion);
    expect([outcome.failed, outcome.restored.length]).toEqual([[], items]);
    expect(outcome.restored[0]).toMatchObject({ packageId: id, repo, deletedBy: 'admin' });
    expect(await stateOf(repo)).toEqual(before);
    expect((await call('GET', '/ui/api/v1/ui/trash')).json().items).toEqual([]);
  },
);

it('restores states of versions that only clients show', async () => {
  const crate = (await call('GET', '/artifactory/api/cargo/t-cargo/index/ki/te/kite')).body;
  expect(JSON.parse(crate).yanked).toBe(true);
  const packument = (await call('GET', '/artifactory/api/npm/npm-local/left')).json();
  expect(packument['dist-tags']).toEqual({ latest: '2.0.0', old: '1.0.0' });
  expect(Object.keys(packument.versions)).toEqual(['1.0.0', '2.0.0']);
  const pulled = await registry.ask('GET', '/v2/docker-local/kite/manifests/1.0');
  for (const { digest } of [JSON.parse(pulled.text).config, ...JSON.parse(pulled.text).layers])
    expect((await registry.ask('GET', `/v2/docker-local/kite/blobs/${digest}`)).status).toBe(200);
});

it('leaves a tag that was pushed again, also during the restoration', async () => {
  await pushImage(registry, 'docker-local/race', '1.0', { layer: 'the first' });
  const deletion = await remove('docker://race', ['1.0']);
  await pushImage(registry, 'docker-local/race', '1.0', { layer: 'the second' });
  const pushed = (await registry.ask('GET', '/v2/docker-local/race/manifests/1.0')).text;
  const exists = [expect.objectContaining({ message: expect.stringContaining('exists with different') })];
  expect((await restore(deletion)).failed).toEqual(exists);
  // As if it were pushed after the check of the paths.
  await withStorage(platform.storage, async () => {
    const [item] = await selectItems(sql`i.deletion = ${deletion}`);
    const repository = await requireRepository('docker-local');
    const files = await filesOfItem(item?.id ?? '');
    await expect(imageTrash.restore?.(repository, files, 'admin')).rejects.toMatchObject({ code: 'EXISTS' });
  });
  expect((await registry.ask('GET', '/v2/docker-local/race/manifests/1.0')).text).toBe(pushed);
});
