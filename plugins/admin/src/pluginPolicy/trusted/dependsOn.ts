import type { ManagedPlugin, PluginAuthorKey, PluginBuild, PluginTrustedBuild } from '@lading/contract/rest';
import { keyIdOf } from '../authorKeys/fingerprint.ts';
import { isCovered } from './scope.ts';

/** Trusted items in the form, saved or not. */
export interface Trusted {
  readonly keys: readonly PluginAuthorKey[];
  readonly builds: readonly PluginTrustedBuild[];
}

/** Whether a plugin in use counts as signed because of removed entries, and only of those. */
export function dependsOn(plugin: ManagedPlugin, removed: Partial<Trusted>, others: Trusted): boolean {
  return isTrusted(plugin, { keys: [], builds: [], ...removed }) && !isTrusted(plugin, others);
}

function isTrusted({ facts, specifier }: ManagedPlugin, { keys, builds }: Trusted): boolean {
  const { signature, build } = facts ?? {};
  const covers = ({ packages }: { packages: string[] }) => isCovered(packages, specifier);
  const isSigned = keys.some((key) => covers(key) && signature?.keyId === keyIdOf(key.publicKey));
  return isSigned || builds.some((one) => covers(one) && build !== undefined && isBuildOf(build, one));
}

function isBuildOf(made: PluginBuild, { issuer, repository, workflow, ref }: PluginTrustedBuild): boolean {
  const { ref: madeRef = '' } = made;
  return (
    made.issuer === issuer &&
    made.repository === repository &&
    (workflow === undefined || made.workflow === workflow) &&
    (ref === undefined || (ref.endsWith('*') ? madeRef.startsWith(ref.slice(0, -1)) : madeRef === ref))
  );
}
