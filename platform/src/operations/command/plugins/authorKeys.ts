import type { PluginPolicy } from '@lading/contract/rest';
import type { CallServer } from './callServer.ts';

const POLICY = '/policy';

/** Lines with the trusted keys of authors. */
export async function listKeys(call: CallServer): Promise<string[]> {
  const { authorKeys = [], signed = false } = await call<PluginPolicy>('GET', POLICY);
  const lines = authorKeys.map(({ name, publicKey, packages }) =>
    [`${name}:`, publicKey, ...packages].join(' '),
  );
  return [...lines, signed ? 'Signatures are required.' : 'Signatures are not required.'];
}

/** Adds a key. One that is already listed for the author gets the new packages. */
export async function trustKey(
  call: CallServer,
  key: { name: string; publicKey: string; packages: string[] },
): Promise<void> {
  const { authorKeys = [], ...policy } = await call<PluginPolicy>('GET', POLICY);
  const others = authorKeys.filter(({ name, publicKey }) => name !== key.name || publicKey !== key.publicKey);
  await call('PUT', POLICY, { ...policy, authorKeys: [...others, key] });
}

/** Removes all keys of an author. Throws if there are none. */
export async function distrustAuthor(call: CallServer, author: string): Promise<void> {
  const { authorKeys = [], ...policy } = await call<PluginPolicy>('GET', POLICY);
  const others = authorKeys.filter(({ name }) => name !== author);
  if (others.length === authorKeys.length) throw new Error(`No key of "${author}" is trusted`);
  await call('PUT', POLICY, { ...policy, authorKeys: others });
}
