import type { Platform } from './platform.ts';

const tokens = new Map<string, string>();

/**
 * Calls the platform as its administrator from outside the browser, with a token, which needs no
 * MFA.
 */
export async function asAdmin<Answer = unknown>(
  platform: Pick<Platform, 'origin' | 'password'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const { origin, password } = platform;
  const token = tokens.get(origin) ?? (await newToken(origin, password));
  tokens.set(origin, token);
  return call(origin, `Bearer ${token}`, method, path, body);
}

async function newToken(origin: string, password: string): Promise<string> {
  const basic = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const wanted = { scope: 'applied-permissions/admin', description: 'of a test' };
  const made = await call<{ access_token: string }>(origin, basic, 'POST', '/access/api/v1/tokens', wanted);
  return made.access_token;
}

async function call<Answer>(
  origin: string,
  authorization: string,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      authorization,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** Creates a user who can sign in; `more` overrides the other fields. */
export async function makeUser(
  platform: Pick<Platform, 'origin' | 'password'>,
  username: string,
  password: string,
  more: object = {},
): Promise<void> {
  await asAdmin(platform, 'POST', '/access/api/v2/users', {
    username,
    email: `${username}@example.org`,
    password,
    ...more,
  });
}
