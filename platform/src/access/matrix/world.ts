import { withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { changeAuthSettings } from '../configuration/authSettings.ts';
import { issueToken } from '../tokens/tokens.ts';
import { createUser } from '../users.ts';
import type { Method } from './calls/Call.ts';

const password = 'an old tune of the sea';
const [v1, v2] = ['/access/api/v1', '/access/api/v2'];

/** A platform with the credentials of each kind of caller. */
export interface World {
  platform: TestPlatform;
  /** `limited` is an administrator's token limited to files. `pending` has not passed MFA yet. */
  headers: Record<string, Record<string, string>>;
}

/**
 * Creates a member and an administrator of the project `tea`, which has a repository. `other`
 * belongs to no project.
 */
export async function worldOfCallers(listen = false): Promise<World> {
  const platform = await testPlatform({ listen });
  const headers: World['headers'] = { anonymous: {} };
  const basic = (name: string, secret: string) => {
    const value = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
    return { authorization: value, 'x-jfrog-reauthentication': value };
  };
  headers.admin = basic('admin', platform.adminPassword);
  const send = (method: Method, url: string, payload: object) =>
    platform.app.inject({ method, url, payload, headers: { authorization: platform.adminAuth } });
  await withStorage(platform.storage, async () => {
    for (const name of ['user', 'member', 'projectadmin', 'pending']) await createUser(name, { password });
    const scope = 'repository:*:read,deploy,delete,annotate,manage';
    const { accessToken } = await issueToken({ userName: 'admin', scope, expiresIn: 6000 });
    headers.limited = { authorization: `Bearer ${accessToken}` };
  });
  for (const name of ['user', 'member', 'projectAdmin']) headers[name] = basic(name.toLowerCase(), password);
  for (const key of ['tea', 'other']) {
    await send('POST', `${v1}/projects`, { project_key: key, display_name: key });
  }
  await send('PUT', `${v1}/projects/tea/users/member`, { roles: ['Developer'] });
  await send('PUT', `${v1}/projects/tea/users/projectadmin`, { roles: ['Project Admin'] });
  for (const packageType of ['npm', 'generic']) {
    const repository = { rclass: 'local', packageType, projectKey: 'tea' };
    await send('PUT', `/artifactory/api/repositories/tea-${packageType}`, repository);
  }
  await send('POST', `${v2}/groups`, { name: 'crew' });
  headers.pending = await pendingBrowser(platform, send);
  return { platform, headers };
}

/** Returns a browser after the password step of a user with MFA. */
async function pendingBrowser(
  platform: TestPlatform,
  send: (method: Method, url: string, payload: object) => Promise<unknown>,
): Promise<Record<string, string>> {
  await send('PATCH', `${v1}/auth/settings`, { mfa: 'required' });
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/ui/api/v1/ui/auth/login',
    payload: { user: 'pending', password },
  });
  if (answer.json().mfaStatus !== 'ENROLL') throw new Error('MFA is not required');
  await withStorage(platform.storage, () => changeAuthSettings({ mfa: 'optional' }, 'admin'));
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { cookie, 'sec-fetch-site': 'same-origin' };
}
