import type { ClientToken } from '@lading/contract/rest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { type GuideStep, type GuideTarget, loadGuides } from './guides.ts';
import type { Newcomer, Outcome } from './Newcomer.ts';

/** A client of one format, and a sample to publish and install. */
export interface Sample {
  type: string;
  client: string;
  package: { name: string; version?: string; path?: string };
  /** The package's own files. */
  source: Readonly<Record<string, string | Buffer>>;
  /** The files of the project that installs it. */
  project?: Readonly<Record<string, string>>;
  /** Runs in the project, and prints `proof`. */
  check: string;
  proof: string;
}

export interface GuidePlatform extends TestPlatform {
  /** Returns the steps for a user with a token for the virtual repository. */
  steps(sample: Sample, more?: Partial<GuideTarget>): Promise<readonly GuideStep[]>;
  /**
   * Sets up the client, publishes the sample, and installs it. Returns the outcome of `check`, or
   * of the failed step.
   */
  follow(user: Newcomer, sample: Sample, steps: readonly GuideStep[]): Promise<Outcome>;
}

/** Repositories by package type: by default `{type}-local` and the virtual `{type}`. */
const repositories: Readonly<Record<string, { local: string; virtual: string }>> = {
  docker: { local: 'docker-local', virtual: 'docker-virtual' },
  // The default `npm` repository has an upstream, which these tests do not need.
  npm: { local: 'npm-local', virtual: 'npm-team' },
};
const repositoriesOf = (type: string) => repositories[type] ?? { local: `${type}-local`, virtual: type };

/** Starts a platform with a local and a virtual repository of each type. */
export async function guidePlatform(
  types: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<GuidePlatform> {
  const platform = await testPlatform({
    listen: true,
    env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8', ...env },
  });
  const headers = { authorization: platform.adminAuth };
  const create = async (key: string, configuration: object) => {
    const url = `/artifactory/api/repositories/${key}`;
    if ((await platform.app.inject({ url, headers })).statusCode === 200) return;
    const answer = await platform.app.inject({ method: 'PUT', url, headers, payload: configuration });
    if (answer.statusCode !== 201) throw new Error(`${key}: ${answer.statusCode} ${answer.body}`);
  };
  for (const packageType of types) {
    const { local, virtual } = repositoriesOf(packageType);
    await create(local, { rclass: 'local', packageType });
    const members = { repositories: [local], defaultDeploymentRepo: local };
    await create(virtual, { rclass: 'virtual', packageType, ...members });
  }
  const { clientSteps } = await loadGuides();
  return {
    ...platform,
    async steps({ type, client, package: wanted }, more = {}) {
      const repoKey = repositoriesOf(type).virtual;
      const target = { packageType: type, client, repoKey, repoClass: 'virtual', user: 'admin' } as const;
      const { token } = (
        await platform.app.inject({
          method: 'POST',
          url: '/ui/api/v1/ui/setMeUp/token',
          headers,
          payload: { repoKey },
        })
      ).json<ClientToken>();
      const baseUrl = `${platform.baseUrl}/artifactory`;
      const rest = { baseUrl, token, canDeploy: true, system: 'linux', package: wanted } as const;
      return clientSteps({ ...target, ...rest, ...more });
    },
    async follow(user, sample, steps) {
      const of = (part: string) => steps.filter((step) => (step.part ?? 'setUp') === part);
      await user.write(below('source', sample.source));
      await user.write(below('project', sample.project ?? {}));
      const parts = [
        ['setUp', ''],
        ['publish', 'source'],
        ['install', 'project'],
      ] as const;
      for (const [part, directory] of parts) {
        const done = await user.follow(of(part), directory);
        if (done.code !== 0) return done;
      }
      return user.sh(sample.check, 'project');
    },
  };
}

function below<Content>(directory: string, files: Readonly<Record<string, Content>>) {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [`${directory}/${path}`, content]),
  );
}
