import type { PluginPolicy } from '@lading/contract/rest';
import { readSetting } from '../../instance/platformSettings.ts';
import { isCovered } from '../map/pluginName.ts';
import { kindsOf, type Manifest } from '../plugins/Plugin.ts';

/** Everything is allowed. */
export const openPolicy: PluginPolicy = { packages: [], publishers: [], kinds: [] };

export async function pluginPolicy(): Promise<PluginPolicy> {
  return (await readSetting('pluginPolicy')) ?? openPolicy;
}

/** A version that is to be turned on. */
interface Candidate {
  specifier: string;
  version: string;
  publishedBy: string | undefined;
  manifest: Manifest;
}

/** Returns the rule that a version violates, `undefined` if none. */
export function violatedRule(policy: PluginPolicy, candidate: Candidate): string | undefined {
  const { specifier, version, publishedBy, manifest } = candidate;
  const { packages, publishers, kinds } = policy;
  if (packages.length > 0 && !isCovered(packages, specifier))
    return `${specifier} is not among the allowed packages and scopes (${packages.join(', ')})`;
  if (publishers.length > 0 && !publishers.includes(publishedBy ?? ''))
    return `${specifier} ${version} was published by ${publishedBy ?? 'an unknown user'}, who is not among the allowed publishers (${publishers.join(', ')})`;
  const other = kinds.length > 0 && kindsOf(manifest).find(({ kind }) => !kinds.includes(kind));
  if (!other) return undefined;
  return `${specifier} ${version} has contributions of the kind ${other.kind}, which is not among the allowed kinds (${kinds.join(', ')})`;
}
