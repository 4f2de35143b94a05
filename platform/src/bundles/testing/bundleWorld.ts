import { createHash } from 'node:crypto';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

export const LIFECYCLE = '/lifecycle/api/v2';
const password = 'an old tune of the sea';
export const basic = (user: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
export const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of all routes
  json: any;
  message: string;
  code: string;
}

export interface BundleWorld {
  platform: TestPlatform;
  call(
    method: 'GET' | 'PUT' | 'DELETE' | 'POST' | 'PATCH',
    url: string,
    payload?: object | string,
    as?: string,
  ): Promise<Answer>;
  /** Deploys to a generic repository as the administrator. */
  deploy(path: string, content: string): Promise<void>;
  create(name: string, version: string, paths: readonly string[]): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Starts a platform with the repositories `libs` (DEV) and `libs-prod` (PROD), and the user `ada`.
 */
export async function bundleWorld(
  env: Readonly<Record<string, string>> = {},
  listen = false,
): Promise<BundleWorld> {
  const platform = await testPlatform({ env, listen });
  await withStorage(platform.storage, () => createUser('ada', { password, email: 'ada@example.org' }));
  for (const [key, environment] of [
    ['libs', 'DEV'],
    ['libs-prod', 'PROD'],
  ] as const)
    await platform.createRepository(key, {
      rclass: 'local',
      packageType: 'generic',
      environments: [environment],
    });
  const call: BundleWorld['call'] = async (method, url, payload, as = platform.adminAuth) => {
    const answer = await platform.app.inject({
      ...{ method, url },
      headers: {
        ...(as ? { authorization: as } : {}),
        ...(payload === undefined
          ? {}
          : { 'content-type': typeof payload === 'string' ? 'text/plain' : 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const json = /^[[{]/.test(answer.body) ? answer.json() : undefined;
    const error = json?.errors?.[0];
    return { status: answer.statusCode, json, message: error?.message ?? '', code: error?.code ?? '' };
  };
  return {
    platform,
    call,
    async deploy(path, content) {
      const { status, message } = await call('PUT', `/artifactory/${path}`, content);
      if (status !== 201) throw new Error(`${path}: ${status} ${message}`);
    },
    create: (name, version, paths) =>
      call('POST', `${LIFECYCLE}/release_bundle?async=false`, {
        ...{ release_bundle_name: name, release_bundle_version: version, source_type: 'artifacts' },
        source: { artifacts: paths.map((path) => ({ path })) },
      }),
    close: () => platform.close(),
  };
}
