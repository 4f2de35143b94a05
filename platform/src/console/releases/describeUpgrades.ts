import type { PluginDifference, PluginPolicy } from '@lading/contract/rest';
import type { Build, CheckedBuild } from '../attestations/Build.ts';
import { shownBuild } from '../attestations/trustedBuild.ts';
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
  build: CheckedBuild | undefined;
}

/** The version that a plugin had when it was last turned on, or why that set cannot be read. */
type Former = (specifier: string) => Promise<{ version: string } | { problem: string } | undefined>;

/**
 * Adds sizes and signatures to the differences, and warns of what an upgrade makes worse. A plugin
 * that was removed is compared with its version in an earlier set, as for its author and build.
 */
export async function describeUpgrades(
  differences: readonly PluginDifference[],
  { shipped, find, policy, facts }: Surroundings,
  former: Former,
): Promise<{ differences: PluginDifference[]; warnings: string[] }> {
  const warnings: string[] = [];
  const keys = authorKeysOf(policy);
  const read = async (specifier: string, version: string | undefined): Promise<Version | undefined> => {
    const found = version === undefined ? undefined : await find(specifier, version);
    if (!found || version === undefined || !('plugin' in found)) return undefined;
    const known = await facts([{ specifier, version }]);
    return { specifier, version, plugin: found.plugin, build: known.get(`${specifier}@${version}`)?.build };
  };
  const lostSinceRemoval = async (now: Version): Promise<string[]> => {
    const { specifier, version } = now;
    const last = await former(specifier);
    if (!last) return [];
    if ('problem' in last) return [`The author of ${specifier} was not compared. ${last.problem}`];
    if (last.version === version) return [];
    const then = await read(specifier, last.version);
    if (then) return [...lostSignature(then, now, keys), ...otherBuild(then, now)];
    return [`Failed to read ${specifier} ${last.version}, which was removed: its author was not compared`];
  };
  const described = differences.map(async (difference) => {
    const { specifier, before, after } = difference;
    const old = before?.version ?? placeOf(shipped.get(specifier) ?? '')?.version;
    if (!after?.enabled || after.version === old) return difference;
    const [then, now] = await Promise.all([read(specifier, old), read(specifier, after.version)]);
    if (!now) return difference;
    if (old === undefined) warnings.push(...(await lostSinceRemoval(now)));
    // Otherwise a plugin would look like a new one, and a missing signature would not be noticed.
    if (old !== undefined && !then)
      warnings.push(`Failed to read ${specifier} ${old}: its author and size were not compared`);
    if (then)
      warnings.push(
        ...growth(then, now, policy),
        ...lostSignature(then, now, keys),
        ...otherBuild(then, now),
      );
    const bytes = {
      after: bytesOf(now.plugin),
      ...(then ? { before: bytesOf(then.plugin) } : {}),
    };
    return {
      ...{ ...difference, bytes },
      ...shownSignature(now.plugin.signature, specifier, keys),
      ...shownBuild(now.build, specifier, policy.builds),
    };
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

/** Whether the build is trusted or not: the version before proves that one makes the package. */
function otherBuild({ build: then, version }: Version, now: Version): string[] {
  if (!then || !('build' in then)) return [];
  const { issuer, repository, workflow } = then.build;
  const made = now.build && 'build' in now.build ? now.build.build : undefined;
  const isOfIssuer = made?.issuer === issuer;
  if (isOfIssuer && made.repository === repository && made.workflow === workflow) return [];
  const by = (build: Build) =>
    [build.repository, build.workflow, ...(isOfIssuer || !made ? [] : [build.issuer])].join(', ');
  const instead = made ? `, but by ${by(made)}` : '';
  return [
    `${now.specifier} ${now.version} was not built by ${by(then.build)}, which built ${version}${instead}`,
  ];
}

function kib(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KiB`;
}
