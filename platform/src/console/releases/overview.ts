import type {
  ManagedPlugin,
  PluginFacts,
  PluginRelease,
  PluginsOverview,
  PluginVersion,
  ReleasePlugin,
} from '@lading/contract/rest';
import { gt, prerelease } from 'semver';
import type { BuildVerifier } from '../attestations/BuildVerifier.ts';
import { shownBuild } from '../attestations/trustedBuild.ts';
import type { Console } from '../Console.ts';
import type { MappedPlugin } from '../ConsoleState.ts';
import type { LayeredEntry } from '../map/layers.ts';
import { placeOf } from '../map/parseMap.ts';
import { nameOf } from '../map/pluginName.ts';
import { whyRequired } from '../map/requiredPlugins.ts';
import { bytesOf, kindsOf, type Plugin } from '../plugins/Plugin.ts';
import { PLUGINS_REPOSITORY } from '../plugins/RepositorySource.ts';
import { authorKeysOf, shownSignature } from '../signatures/checkSignature.ts';
import type { ActiveReleases } from './ActiveReleases.ts';
import { isInRange, pathsOf } from './findConflicts.ts';
import { pluginPolicy } from './pluginPolicy.ts';
import { type PackageFacts, packageFacts, publishedPlugins } from './publishedPlugins.ts';
import { bySpecifier } from './ReleaseSet.ts';
import { type ActiveRow, activeRow, findRelease, type ReleaseRow } from './releaseRows.ts';
import { versionKey } from './revocations.ts';

/** Installed and available plugins of the node that responds. */
export async function pluginsOverview(
  site: Console,
  active: ActiveReleases,
  builds: BuildVerifier,
): Promise<PluginsOverview> {
  const repositories = [PLUGINS_REPOSITORY];
  const [row, state, published] = await Promise.all([
    activeRow(),
    site.state(),
    publishedPlugins(repositories),
  ]);
  const entries = new Map(site.entries().map((entry) => [entry.specifier, entry]));
  const mapped = new Map(state?.plugins.map((plugin) => [plugin.boot.specifier, plugin]));
  const released = bySpecifier(active.set('stable')?.entries ?? []);
  const canary = bySpecifier(active.canary?.set.entries ?? []);
  const specifiers = [...new Set([...entries.keys(), ...published.keys()])].sort();
  const plugins = specifiers.map((specifier) =>
    managed({
      specifier,
      entry: entries.get(specifier),
      mapped: mapped.get(specifier),
      versions: (published.get(specifier) ?? []).map((one) => {
        const revoked = active.revoked.get(versionKey({ specifier, version: one.version }));
        return revoked === undefined ? one : { ...one, revoked };
      }),
      released: released.get(specifier),
      canary: canary.get(specifier),
    }),
  );
  await addFacts(plugins, mapped, site, builds);
  const releases = await currentReleases(row);
  const { path, present } = site.operator;
  return {
    ...releases,
    ...(active.problem === undefined ? {} : { problem: active.problem }),
    file: { path, present },
    repositories,
    plugins,
  };
}

/** A set as it is listed. */
export function releaseOf(row: ReleaseRow, active: Pick<ActiveRow, 'number' | 'canary'>): PluginRelease {
  const { number, created, createdBy, note, basedOn, plugins, wasActive } = row;
  const states = [
    [number === active.number, 'active'],
    [number === active.canary, 'canary'],
    [wasActive, 'former'],
  ] as const;
  const state = states.find(([holds]) => holds)?.[1] ?? 'draft';
  return {
    ...{ number, created, createdBy, note },
    ...(basedOn === null ? {} : { basedOn }),
    ...{ state, plugins },
  };
}

async function currentReleases(row: ActiveRow): Promise<Pick<PluginsOverview, 'active' | 'canary'>> {
  const active = row.number === null ? undefined : await findRelease(row.number);
  const canary = row.canary === null ? undefined : await findRelease(row.canary);
  const { groups, percent } = row;
  return {
    ...(active ? { active: releaseOf(active, row) } : {}),
    ...(canary ? { canary: { release: releaseOf(canary, row), groups, percent } } : {}),
  };
}

interface Known {
  specifier: string;
  entry: LayeredEntry | undefined;
  mapped: MappedPlugin | undefined;
  versions: PluginVersion[];
  released: ReleasePlugin | undefined;
  canary: ReleasePlugin | undefined;
}

const SOURCES = { default: 'shipped', release: 'release', operator: 'operator' } as const;

function managed({ specifier, entry, mapped, versions, released, canary }: Known): ManagedPlugin {
  const boot = mapped?.boot;
  const failure = boot?.problem ?? boot?.replaces;
  const version = boot?.problem ? '' : (boot?.version ?? released?.version ?? '');
  const state = !entry ? 'available' : entry.address === null ? 'disabled' : failure ? 'failed' : 'enabled';
  const wanted = entry?.address ? (placeOf(entry.address)?.version ?? version) : version;
  const upgrade = entry && released?.pinned !== true ? newerThan(wanted, versions) : undefined;
  const inCanary = canary && canary.version !== version ? canary.version : undefined;
  return {
    ...{ specifier, name: nameOf(specifier) ?? specifier, state, version },
    ...{ source: entry ? SOURCES[entry.from] : 'none' },
    ...{ pinned: released?.pinned ?? false, required: whyRequired(specifier) !== undefined },
    ...(boot?.frame ? { untrusted: true } : {}),
    ...(failure ? { problem: failure.cause } : {}),
    ...(upgrade === undefined ? {} : { upgrade }),
    ...(inCanary === undefined ? {} : { canary: inCanary }),
    ...(released ? { changed: released.changed, changedBy: released.changedBy } : {}),
    versions,
  };
}

/** The newest release that is newer; a prerelease and a revoked version are never offered. */
function newerThan(version: string, versions: readonly PluginVersion[]): string | undefined {
  const newest = versions.find(
    (one) => prerelease(one.version) === null && one.revoked === undefined,
  )?.version;
  const base = version.replace(/-dev\.h[0-9a-f]+$/, '');
  return newest !== undefined && base !== '' && gt(newest, base) ? newest : undefined;
}

/** Of the version in use; of a plugin that is not installed, the newest. */
async function addFacts(
  plugins: readonly ManagedPlugin[],
  mapped: ReadonlyMap<string, MappedPlugin>,
  site: Console,
  builds: BuildVerifier,
): Promise<void> {
  const wanted = plugins.flatMap(({ specifier, version, versions }) => {
    const shown = version || versions[0]?.version;
    return shown === undefined ? [] : [{ specifier, version: shown }];
  });
  const packages = await packageFacts(PLUGINS_REPOSITORY, wanted, builds);
  const inUse = new Map(
    plugins.flatMap((one) => (one.state === 'enabled' ? [[one.specifier, one.version]] : [])),
  );
  const versionOf = new Map(wanted.map(({ specifier, version }) => [specifier, version]));
  const policy = await pluginPolicy();
  const keys = authorKeysOf(policy);
  for (const plugin of plugins) {
    const { specifier } = plugin;
    const version = versionOf.get(specifier);
    if (version === undefined) continue;
    const found = await pluginOf(specifier, version, mapped.get(specifier), site);
    if (!found) continue;
    const own = packages.get(`${specifier}@${version}`);
    plugin.facts = {
      ...factsOf(found, own, (needed) => inUse.get(needed)),
      ...shownSignature(found.signature, specifier, keys),
      ...shownBuild(own?.build, specifier, policy.builds),
    };
  }
}

async function pluginOf(
  specifier: string,
  version: string,
  mapped: MappedPlugin | undefined,
  site: Console,
): Promise<Plugin | undefined> {
  if (mapped?.plugin && mapped.boot.version === version) return mapped.plugin;
  const found = await site.find(specifier, version);
  return found && 'plugin' in found ? found.plugin : undefined;
}

function factsOf(
  plugin: Plugin,
  facts: PackageFacts | undefined,
  versionInUse: (specifier: string) => string | undefined,
): PluginFacts {
  const { manifest } = plugin;
  const { version, contract } = manifest;
  return {
    version,
    description: facts?.description ?? '',
    contract,
    bytes: bytesOf(plugin),
    contributions: kindsOf(manifest),
    paths: pathsOf(manifest),
    dependencies: Object.entries(facts?.dependencies ?? {}).map(([specifier, range]) => {
      const found = versionInUse(specifier);
      return { specifier, range, fulfilled: found !== undefined && isInRange(found, range) };
    }),
  };
}
