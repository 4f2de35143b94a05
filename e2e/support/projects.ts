import type { Platform } from './platform.ts';

/** Creates projects as an administrator's script would, 8 in parallel. */
export async function makeProjects(
  platform: Pick<Platform, 'origin' | 'password'>,
  projects: readonly { readonly key: string; readonly name: string }[],
): Promise<void> {
  const authorization = `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
  const left = [...projects];
  const make = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const answer = await fetch(`${platform.origin}/access/api/v1/projects`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ project_key: next.key, display_name: next.name }),
      });
      if (!answer.ok) throw new Error(`project ${next.key}: ${answer.status} ${await answer.text()}`);
      await answer.body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: 8 }, make));
}
