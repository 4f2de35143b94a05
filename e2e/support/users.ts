import type { Platform } from './platform.ts';

/** Creates an ordinary user as an administrator's script would. */
export async function makeUser(
  platform: Pick<Platform, 'origin' | 'password'>,
  username: string,
  password: string,
): Promise<void> {
  const answer = await fetch(`${platform.origin}/access/api/v2/users`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ username, password, email: `${username}@ship.example`, groups: [] }),
  });
  if (answer.status !== 201) throw new Error(`user ${username}: ${answer.status} ${await answer.text()}`);
}
