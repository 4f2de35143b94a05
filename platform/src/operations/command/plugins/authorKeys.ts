import type { PluginAuthorKey, PluginBuild, PluginPolicy, PluginSignature } from '@lading/contract/rest';
import { UsageError } from '../UsageError.ts';
import type { CallServer, ChangeOnServer } from './callServer.ts';
import { builtText, trustedText } from './trustedBuilds.ts';

const POLICY = '/policy';

/** Lines with the trusted keys of authors, and the trusted builds. */
export async function listKeys(call: CallServer): Promise<string[]> {
  const { authorKeys = [], builds = [], signed = false } = await call<PluginPolicy>('GET', POLICY);
  const trusted = [...authorKeys.map(keyText), ...builds.map(trustedText)];
  return [...trusted, signed ? 'Signatures are required.' : 'Signatures are not required.'];
}

/** Throws `UsageError` without a choice: a key is never trusted for everything by omission. */
export function packagesOf({
  package: packages = [],
  'all-packages': all = false,
}: {
  package?: string[] | undefined;
  'all-packages'?: boolean | undefined;
}): string[] {
  if (packages.length > 0 !== all) return packages;
  throw new UsageError('Expected --package NAME, which can be repeated, or --all-packages');
}

/**
 * Adds a key. One that is already listed for the author is trusted for the new packages instead.
 * Returns what is said about it.
 */
export async function trustKey(change: ChangeOnServer, key: PluginAuthorKey): Promise<string> {
  let before: PluginAuthorKey | undefined;
  await change<PluginPolicy>(POLICY, ({ authorKeys = [], ...policy }) => {
    const isSame = ({ name, publicKey }: PluginAuthorKey) => name === key.name && publicKey === key.publicKey;
    before = authorKeys.find(isSame);
    return withKeys(policy, [...authorKeys.filter((each) => !isSame(each)), key]);
  });
  const instead = before ? `, instead of ${scopeText(before)}` : '';
  return `${key.name}: key trusted for ${scopeText(key)}${instead}.`;
}

/** Removes all keys of an author. Returns them, and the consequences. Throws if there are none. */
export async function distrustAuthor(
  change: ChangeOnServer,
  author: string,
): Promise<{ removed: string[]; warning?: string }> {
  let removed: string[] = [];
  const policy = await change<PluginPolicy>(POLICY, ({ authorKeys = [], ...policy }) => {
    const { own = [], others = [] } = Object.groupBy(authorKeys, ({ name }) =>
      name === author ? 'own' : 'others',
    );
    if (own.length === 0) throw new Error(`No key of "${author}" is trusted`);
    removed = own.map((key) => `Removed ${keyText(key)}`);
    return withKeys(policy, others);
  });
  return { removed, ...lackOfTrust(policy) };
}

/** Warns if nothing that is trusted can sign a plugin. */
export function lackOfTrust({ signed, authorKeys = [], builds = [] }: PluginPolicy): { warning?: string } {
  if (!signed || authorKeys.length + builds.length > 0) return {};
  const warning =
    'Signatures are required, but no key and no build is trusted, so no plugin can be installed. Add one with lading plugins trust.';
  return { warning };
}

/** The author who signed a version, and the build that created it. */
export function signatureText(
  signature: PluginSignature | undefined,
  build: PluginBuild | undefined,
): string {
  const built = build && builtText(build);
  if (!signature) return built ?? 'not signed';
  const signer = signerText(signature);
  return built ? `${signer}, ${built}` : signer;
}

function signerText(signature: PluginSignature): string {
  const { author, problem = '' } = signature;
  return author === undefined ? problem.slice(0, 1).toLowerCase() + problem.slice(1) : `signed by ${author}`;
}

/** Other fields of the policy stay as they are, because they are absent. */
function withKeys(
  { packages, publishers, kinds }: PluginPolicy,
  authorKeys: PluginAuthorKey[],
): PluginPolicy {
  return { packages, publishers, kinds, authorKeys };
}

function keyText({ name, publicKey, packages }: PluginAuthorKey): string {
  return [`${name}:`, publicKey, ...(packages.length > 0 ? packages : ['(all packages)'])].join(' ');
}

function scopeText({ packages }: PluginAuthorKey): string {
  return packages.length > 0 ? packages.join(', ') : 'all packages';
}
