import type { InjectOptions } from 'fastify';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const password = 'an old tune of the sea';

/** A platform with helpers for tests of the tree. */
export interface TreePlatform {
  platform: TestPlatform;
  /** Sends a request as the administrator or as `who`. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
    url: string,
    payload?: unknown,
    who?: string,
  ): Promise<{ status: number; json: never; message: string }>;
  put(repo: string, path: string, body?: string): Promise<void>;
  /**
   * Creates a user with these permissions on paths of the repository. Another call adds
   * permissions.
   */
  user(name: string, repo: string, rights: string[], include: string[], exclude?: string[]): Promise<void>;
}

export async function treePlatform(env: Readonly<Record<string, string>> = {}): Promise<TreePlatform> {
  const platform = await testPlatform({ env });
  const authorization = (who?: string) =>
    who ? `Basic ${Buffer.from(`${who}:${password}`).toString('base64')}` : platform.adminAuth;
  const call: TreePlatform['call'] = async (method, url, payload, who) => {
    const request: InjectOptions = { method, url, headers: { authorization: authorization(who) } };
    if (payload !== undefined) request.payload = payload as string | object;
    const answer = await platform.app.inject(request);
    const json = answer.body.startsWith('{') || answer.body.startsWith('[') ? answer.json() : undefined;
    return { status: answer.statusCode, json: json as never, message: json?.errors?.[0]?.message };
  };
  const grants = new Map<string, number>();
  return {
    platform,
    call,
    async put(repo, path, body = path) {
      const address = path.split('/').map(encodeURIComponent).join('/');
      const { status, message } = await call('PUT', `/artifactory/${repo}/${address}`, body);
      if (status !== 201) throw new Error(`${repo}/${path}: ${status} ${message}`);
    },
    async user(name, repo, rights, include, exclude = []) {
      if (!grants.has(name))
        await withStorage(platform.storage, () => createUser(name, { password, groups: [] }));
      const grant = (grants.get(name) ?? 0) + 1;
      grants.set(name, grant);
      const artifact = {
        actions: { users: { [name]: rights }, groups: {} },
        targets: { [repo]: { include_patterns: include, exclude_patterns: exclude } },
      };
      const { status, message } = await call('POST', '/access/api/v2/permissions', {
        name: `of-${name}-${grant}`,
        resources: { artifact },
      });
      if (status !== 201) throw new Error(`permission of ${name}: ${status} ${message}`);
    },
  };
}
