import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as cargo from '../formats/cargo/testing/samples.ts';
import { moduleZip } from '../formats/go/testing/samples.ts';
import { chartArchive } from '../formats/helm/testing/samples.ts';
import { pom } from '../formats/maven/testing/client.ts';
import * as npm from '../formats/npm/testing/samples.ts';
import { nupkg } from '../formats/nuget/testing/samples.ts';
import { pushImage, RegistryClient } from '../formats/oci/testing/RegistryClient.ts';
import { sampleWheel, uploadForm } from '../formats/pypi/testing/samples.ts';
import { allFormats } from '../pipeline/Format.ts';
import { EventPlatform } from './testing/EventPlatform.ts';

interface Steps {
  /** Publishes to `local` as the format's client does. */
  publish: () => Promise<unknown>;
  published: string[];
  /** Upstream URL of a remote repository that mirrors `local`. */
  upstream: string;
  /** Path to fetch from `remote`. */
  fetch: string;
  cached: string[];
  /** Directory of `local` to delete. */
  branch: string;
  deleted: string[];
  /** ID of the package whose versions are deleted in the console. */
  id: string;
  /** Files deleted in the console, if different. */
  deletedInConsole?: string[];
}

let events: EventPlatform;
beforeAll(async () => {
  events = await EventPlatform.start();
});
afterAll(() => events?.platform.close());

const put = (path: string, body: Buffer | string) => events.send('PUT', path, body);
const api = '/artifactory/api';

/** One entry per format. A missing format fails, as does one that doesn't announce its changes. */
const steps: Record<string, Steps> = {
  generic: {
    publish: () => put('/artifactory/local-generic/a/file.txt', 'text'),
    published: ['artifact.deployed local-generic/a/file.txt'],
    upstream: '/artifactory/local-generic/',
    fetch: '/artifactory/remote-generic/a/file.txt',
    cached: ['artifact.cached remote-generic/a/file.txt'],
    id: 'generic://a/file.txt',
    branch: 'a',
    deleted: ['artifact.deleted local-generic/a/file.txt'],
  },
  npm: {
    async publish() {
      const sample = { name: 'kite', version: '1.0.0' };
      return events.send('PUT', `${api}/npm/local-npm/kite`, {
        ...npm.publishBody(sample, await npm.sampleTarball(sample)),
      });
    },
    published: ['artifact.deployed local-npm/kite/-/kite-1.0.0.tgz'],
    upstream: `${api}/npm/local-npm/`,
    fetch: `${api}/npm/remote-npm/kite/-/kite-1.0.0.tgz`,
    cached: ['artifact.cached remote-npm/kite/-/kite-1.0.0.tgz'],
    id: 'npm://kite',
    branch: 'kite',
    deleted: ['artifact.deleted local-npm/kite/-/kite-1.0.0.tgz'],
  },
  maven: {
    publish: () => put('/artifactory/local-maven/org/kite/1.0/kite-1.0.pom', pom('org:kite:1.0')),
    published: ['artifact.deployed local-maven/org/kite/1.0/kite-1.0.pom'],
    upstream: '/artifactory/local-maven/',
    fetch: '/artifactory/remote-maven/org/kite/1.0/kite-1.0.pom',
    cached: ['artifact.cached remote-maven/org/kite/1.0/kite-1.0.pom'],
    id: 'gav://org:kite',
    branch: 'org',
    deleted: ['artifact.deleted local-maven/org/kite/1.0/kite-1.0.pom'],
  },
  pypi: {
    async publish() {
      const project = { name: 'kite', version: '1.0', files: {} };
      const { payload, headers } = uploadForm(project, sampleWheel(project));
      return events.send('POST', `${api}/pypi/local-pypi/`, payload, headers);
    },
    published: [
      'artifact.deployed local-pypi/kite/1.0/kite-1.0-py3-none-any.whl',
      'artifact_property.added local-pypi/kite/1.0/kite-1.0-py3-none-any.whl pypi.name',
      'artifact_property.added local-pypi/kite/1.0/kite-1.0-py3-none-any.whl pypi.version',
    ],
    upstream: `${api}/pypi/local-pypi/`,
    fetch: `${api}/pypi/remote-pypi/packages/kite/kite-1.0-py3-none-any.whl`,
    cached: [
      'artifact.cached remote-pypi/kite/1.0/kite-1.0-py3-none-any.whl',
      'artifact_property.added remote-pypi/kite/1.0/kite-1.0-py3-none-any.whl pypi.name',
      'artifact_property.added remote-pypi/kite/1.0/kite-1.0-py3-none-any.whl pypi.version',
    ],
    id: 'pypi://kite',
    branch: 'kite',
    deleted: ['artifact.deleted local-pypi/kite/1.0/kite-1.0-py3-none-any.whl'],
  },
  cargo: {
    async publish() {
      const crate = { name: 'kite', vers: '1.0.0' };
      const body = cargo.publishBody(cargo.metadataOf(crate), await cargo.sampleCrate(crate));
      return put(`${api}/cargo/local-cargo/api/v1/crates/new`, body);
    },
    published: ['artifact.deployed local-cargo/kite/1.0.0/kite-1.0.0.crate'],
    upstream: `${api}/cargo/local-cargo/`,
    fetch: `${api}/cargo/remote-cargo/api/v1/crates/kite/1.0.0/download`,
    cached: ['artifact.cached remote-cargo/kite/1.0.0/kite-1.0.0.crate'],
    id: 'cargo://kite',
    branch: 'kite',
    deleted: ['artifact.deleted local-cargo/kite/1.0.0/kite-1.0.0.crate'],
  },
  go: {
    publish: () =>
      put(
        `${api}/go/local-go/example.org/kite/@v/v1.0.0.zip`,
        moduleZip({ module: 'example.org/kite', version: 'v1.0.0' }),
      ),
    published: [
      'artifact.deployed local-go/example.org/kite/@v/v1.0.0.mod',
      'artifact.deployed local-go/example.org/kite/@v/v1.0.0.zip',
    ],
    upstream: `${api}/go/local-go/`,
    fetch: `${api}/go/remote-go/example.org/kite/@v/v1.0.0.zip`,
    cached: ['artifact.cached remote-go/example.org/kite/@v/v1.0.0.zip'],
    id: 'golang://example.org/kite',
    branch: 'example.org',
    deleted: [
      'artifact.deleted local-go/example.org/kite/@v/v1.0.0.mod',
      'artifact.deleted local-go/example.org/kite/@v/v1.0.0.zip',
    ],
  },
  nuget: {
    publish() {
      const form = new FormData();
      const bytes = new Uint8Array(nupkg({ id: 'Kite', version: '1.0.0' }));
      form.set('package', new Blob([bytes]), 'package.nupkg');
      return events.send('PUT', `${api}/nuget/v3/local-nuget/package`, form);
    },
    published: ['artifact.deployed local-nuget/kite/1.0.0/kite.1.0.0.nupkg'],
    upstream: `${api}/nuget/v3/local-nuget/index.json`,
    fetch: `${api}/nuget/v3/remote-nuget/flatcontainer/kite/1.0.0/kite.1.0.0.nupkg`,
    cached: ['artifact.cached remote-nuget/kite/1.0.0/kite.1.0.0.nupkg'],
    id: 'nuget://Kite',
    branch: 'kite',
    deleted: ['artifact.deleted local-nuget/kite/1.0.0/kite.1.0.0.nupkg'],
  },
  helm: {
    publish: async () =>
      put(`${api}/helm/local-helm/kite-1.0.0.tgz`, await chartArchive({ name: 'kite', version: '1.0.0' })),
    published: [
      'artifact.deployed local-helm/kite-1.0.0.tgz',
      'artifact_property.added local-helm/kite-1.0.0.tgz chart.name',
      'artifact_property.added local-helm/kite-1.0.0.tgz chart.version',
    ],
    upstream: `${api}/helm/local-helm/`,
    fetch: `${api}/helm/remote-helm/kite-1.0.0.tgz`,
    cached: ['artifact.cached remote-helm/kite-1.0.0.tgz'],
    id: 'helm://kite',
    branch: 'kite-1.0.0.tgz',
    deleted: ['artifact.deleted local-helm/kite-1.0.0.tgz'],
  },
  docker: {
    publish: () => pushImage(client(), 'local-docker/kite', '1.0'),
    published: [
      'artifact.deployed local-docker/kite/1.0/manifest.json',
      'artifact.deployed local-docker/kite/_layers/DIGEST',
      'artifact.deployed local-docker/kite/_layers/DIGEST',
      'artifact.deployed local-docker/kite/_manifests/DIGEST.json',
      'docker.pushed local-docker/kite:1.0',
    ],
    upstream: '/',
    fetch: '/v2/remote-docker/local-docker/kite/manifests/1.0',
    cached: [
      'artifact.cached remote-docker/local-docker/kite/1.0/manifest.json',
      'artifact.cached remote-docker/local-docker/kite/_manifests/DIGEST.json',
    ],
    id: 'docker://kite',
    branch: 'kite',
    deleted: [
      'artifact.deleted local-docker/kite/1.0/manifest.json',
      'artifact.deleted local-docker/kite/_layers/DIGEST',
      'artifact.deleted local-docker/kite/_layers/DIGEST',
      'artifact.deleted local-docker/kite/_manifests/DIGEST.json',
      'docker.deleted local-docker/kite:1.0',
    ],
    // Layers are garbage-collected later.
    deletedInConsole: [
      'artifact.deleted local-docker/kite/1.0/manifest.json',
      'artifact.deleted local-docker/kite/_manifests/DIGEST.json',
      'docker.deleted local-docker/kite:1.0',
    ],
  },
};

const client = () =>
  new RegistryClient(events.platform.baseUrl, { user: 'admin', password: events.platform.adminPassword });

describe('every format', () => {
  it('has an entry in the list of steps', () => {
    expect(Object.keys(steps).sort()).toEqual(
      allFormats()
        .map(({ type }) => type)
        .sort(),
    );
  });

  it.each(Object.entries(steps))('announces published, cached, and deleted content: %s', async (type, of) => {
    const { baseUrl, adminPassword: password } = events.platform;
    await events.repository(`local-${type}`, { rclass: 'local', packageType: type });
    const url = `${baseUrl}${of.upstream}`;
    await events.repository(`remote-${type}`, {
      ...{ rclass: 'remote', packageType: type, url, username: 'admin', password },
    });
    await events.expectEvents(of.publish, of.published);
    await events.expectEvents(() => events.send('GET', of.fetch), of.cached);
    await events.expectEvents(
      () => events.send('DELETE', `/artifactory/local-${type}/${of.branch}`),
      of.deleted,
    );
  });
});

describe('the console', () => {
  const removal = '/ui/api/v1/ui/v1/native/removal';

  it.each(Object.entries(steps))('announces versions that it deletes: %s', async (type, of) => {
    // The remote repository is deleted first, because its cached files would be deleted too.
    // Deleting a repository announces nothing.
    await events.expectEvents(() => events.send('DELETE', `${api}/repositories/remote-${type}`), []);
    await of.publish();
    await events.recorded.take(of.published.length);
    const packages = [{ id: of.id }];
    const plan = await events.send('POST', `${removal}/plan`, { packages });
    const { digest } = (await plan.json()) as { digest: string };
    await events.expectEvents(
      () => events.send('POST', removal, { packages, digest }),
      of.deletedInConsole ?? of.deleted,
    );
  });
});

describe('clients that delete', () => {
  it('a version of npm', async () => {
    await steps.npm?.publish();
    await events.recorded.take(1);
    const shown = await events.send('GET', `${api}/npm/local-npm/kite?write=true`);
    const { _rev } = (await shown.json()) as { _rev: string };
    await events.expectEvents(
      () => events.send('DELETE', `${api}/npm/local-npm/kite/-/kite-1.0.0.tgz/-rev/${_rev}`),
      ['artifact.deleted local-npm/kite/-/kite-1.0.0.tgz'],
    );
  });

  it('a release of PyPI', async () => {
    await steps.pypi?.publish();
    await events.recorded.take(3);
    await events.expectEvents(
      () => events.send('DELETE', `${api}/pypi/local-pypi/pypi/kite/1.0`),
      ['artifact.deleted local-pypi/kite/1.0/kite-1.0-py3-none-any.whl'],
    );
  });
});
