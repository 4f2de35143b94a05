import type { Platform } from './platform.ts';
import type { PluginSource } from './plugins.ts';

/** Marks plugins as untrusted, and no others. */
export async function distrust(
  { origin, password }: Platform,
  plugins: readonly PluginSource[],
): Promise<void> {
  const untrusted = plugins.map(({ specifier }) => specifier);
  const answer = await fetch(`${origin}/ui/api/v1/lading/plugins/policy`, {
    method: 'PUT',
    headers: {
      authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ packages: [], publishers: [], kinds: [], untrusted }),
  });
  if (!answer.ok) throw new Error(`The policy was not saved: ${answer.status} ${await answer.text()}`);
}
