import type { PluginDifference, PluginPolicy } from '@lading/contract/rest';
import { placeOf } from '../map/parseMap.ts';
import { bytesOf, type Plugin } from '../plugins/Plugin.ts';
import {
  type AuthorKeys,
  authorKeysOf,
  checkSignature,
  shownSignature,
} from '../signatures/checkSignature.ts';
import type { Surroundings } from './findConflicts.ts';

/** Growth that the dry run accepts without a warning, unless the policy has another share. */
const GROWTH_PERCENT = 20;
/** Growth by less than this is never a reason for a warning, in bytes. */
const LEAST_BYTES = 1024;

interface Version {
  specifier: string;
  version: string;
  plugin: Plugin;
}

/** Adds sizes and signatures to the differences, and warns of what an upgrade makes worse. */
export async function describeUpgrades(
  differences: readonly PluginDifference[],
  { shipped, find, policy }: Surroundings,
): Promise<{ differences: PluginDifference[]; warnings: string[] }> {
  const warnings: string[] = [];
  const keys = authorKeysOf(policy);
  const read = async (specifier: string, version: string | undefined): Promise<Version | undefined> => {
    const found = version === undefined ? undefined : await find(specifier, version);
    return found && version !== undefined && 'plugin' in found
      ? { specifier, version, plugin: found.plugin }
      : undefined;
  };
  const described = differences.map(async (difference) => {
    const { specifier, before, after } = difference;
    const old = before?.version ?? placeOf(shipped.get(specifier) ?? '')?.version;
    if (!after?.enabled || after.version === old) return difference;
    const [then, now] = await Promise.all([read(specifier, old), read(specifier, after.version)]);
    if (!now) return difference;
    // Otherwise a plugin would look like a new one, and a missing signature would not be noticed.
    if (old !== undefined && !then)
      warnings.push(`Failed to read ${specifier} ${old}: its author and size were not compared`);
    if (then) warnings.push(...growth(then, now, policy), ...lostSignature(then, now, keys));
    const bytes = {
      after: bytesOf(now.plugin),
      ...(then ? { before: bytesOf(then.plugin) } : {}),
    };
    return { ...difference, bytes, ...shownSignature(now.plugin.signature, specifier, keys) };
  });
  return { differences: await Promise.all(described), warnings: warnings.sort() };
}

function growth(then: Version, now: Version, { maxGrowthPercent = GROWTH_PERCENT }: PluginPolicy): string[] {
  const [before, after] = [bytesOf(then.plugin), bytesOf(now.plugin)];
  if (after - before < LEAST_BYTES || (after - before) * 100 <= before * maxGrowthPercent) return [];
  const more = before === 0 ? '' : ` (${Math.round(((after - before) / before) * 100)} % more)`;
  return [
    `${now.specifier} ${now.version} has ${kib(after)}${more}, and ${then.version} has ${kib(before)}. The accepted growth is ${maxGrowthPercent} %`,
  ];
}

/** The version before proves that its author signs. */
function lostSignature(then: Version, now: Version, keys: AuthorKeys): string[] {
  const authorOf = ({ plugin, specifier }: Version) =>
    plugin.signature && checkSignature(plugin.signature, specifier, keys).author;
  const author = authorOf(then);
  if (author === undefined || authorOf(now) === author) return [];
  return [`${now.specifier} ${now.version} is not signed by ${author}, who signed ${then.version}`];
}

function kib(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KiB`;
}
