import type { PluginConflict, PluginPolicy, ReleasePlugin } from '@lading/contract/rest';
import { satisfies } from 'semver';
import { SERVER_NAME } from '../../access/users.ts';
import { placeOf } from '../map/parseMap.ts';
import { isCovered, nameOf } from '../map/pluginName.ts';
import { missingPage, whyRequired } from '../map/requiredPlugins.ts';
import { hasFiles, type Manifest, type Plugin, type Unpacked } from '../plugins/Plugin.ts';
import { authorKeysOf } from '../signatures/checkSignature.ts';
import { signatureProblem } from '../signatures/signatureProblem.ts';
import { violatedRule } from './pluginPolicy.ts';
import type { PackageFacts } from './publishedPlugins.ts';
import { type Revocations, versionKey } from './revocations.ts';

/** Facts that the plugins of a set are compared with. */
export interface Surroundings {
  /** The plugins that come with the console, with their addresses. */
  shipped: ReadonlyMap<string, string | null>;
  find(specifier: string, version: string): Promise<Unpacked | undefined>;
  /** Hash of a package. */
  stampOf(specifier: string, version: string): Promise<string | undefined>;
  /** Versions that cannot be activated, with the reasons. */
  revoked: Revocations;
  /** Policy for plugins that can be turned on. */
  policy: PluginPolicy;
  facts(wanted: readonly { specifier: string; version: string }[]): Promise<Map<string, PackageFacts>>;
}

interface Enabled {
  specifier: string;
  version: string;
  plugin?: Plugin;
}

/**
 * Returns the reasons why pages cannot be built from these entries over the shipped plugins; empty
 * if they can.
 */
export async function findConflicts(
  entries: readonly ReleasePlugin[],
  around: Surroundings,
): Promise<PluginConflict[]> {
  const conflicts: PluginConflict[] = [];
  const enabled: Enabled[] = [];
  for (const entry of entries) {
    if (entry.enabled) enabled.push(await enabledPlugin(entry, around, conflicts));
    else {
      const why = whyRequired(entry.specifier);
      if (why !== undefined)
        conflicts.push(conflict(entry, 'required', `${entry.specifier} cannot be disabled: ${why}`));
    }
  }
  const own = new Set(entries.map(({ specifier }) => specifier));
  for (const [specifier, address] of around.shipped) {
    const version = address === null || own.has(specifier) ? undefined : placeOf(address)?.version;
    if (version === undefined) continue;
    const found = await around.find(specifier, version);
    enabled.push({
      specifier,
      version,
      ...(found && 'plugin' in found ? { plugin: found.plugin } : {}),
    });
  }
  conflicts.push(...sameNames(enabled), ...sameRoutes(enabled));
  const facts = await around.facts(enabled);
  return [
    ...conflicts,
    ...notAllowed(enabled, facts, own, around),
    ...missingDependencies(enabled, facts, own),
  ];
}

async function enabledPlugin(
  entry: ReleasePlugin,
  { find, stampOf, revoked }: Surroundings,
  conflicts: PluginConflict[],
): Promise<Enabled> {
  const { specifier, version, files, sha256 } = entry;
  const why = revoked.get(versionKey(entry));
  if (why !== undefined) {
    conflicts.push(conflict(entry, 'revoked', `${specifier} ${version} is revoked: ${why}`));
    return { specifier, version };
  }
  const found = await find(specifier, version);
  if (!found) {
    conflicts.push(conflict(entry, 'not-found', `plugins-local does not contain ${specifier} ${version}`));
    return { specifier, version };
  }
  if ('problem' in found) {
    conflicts.push(conflict(entry, 'invalid', found.problem.cause));
    return { specifier, version };
  }
  const { manifest } = found.plugin;
  const missing = missingPage(specifier, manifest);
  if (missing)
    conflicts.push(
      conflict(entry, 'invalid', `${specifier} ${version} cannot replace the shipped version: ${missing}`),
    );
  if (!hasFiles(found.plugin, files) || sha256 !== (await stampOf(specifier, version)))
    conflicts.push(
      conflict(entry, 'changed', `The package of ${specifier} ${version} is not the one of the release set`),
    );
  return { specifier, version, plugin: found.plugin };
}

function sameNames(enabled: readonly Enabled[]): PluginConflict[] {
  const first = new Map<string, string>();
  return enabled.flatMap(({ specifier }) => {
    const name = nameOf(specifier) ?? specifier;
    const other = first.get(name);
    if (other === undefined) {
      first.set(name, specifier);
      return [];
    }
    const message = `${specifier} and ${other} have the same plugin name, ${name}. Disable one of them`;
    return [conflict({ specifier }, 'name', message)];
  });
}

function sameRoutes(enabled: readonly Enabled[]): PluginConflict[] {
  const first = new Map<string, string>();
  const conflicts: PluginConflict[] = [];
  for (const { specifier, plugin } of enabled) {
    for (const path of pathsOf(plugin?.manifest)) {
      // Parameters with other names match the same URLs.
      const form = path.toLowerCase().replace(/:[^/?]+/g, ':');
      const other = first.get(form) ?? specifier;
      first.set(form, other);
      if (other === specifier) continue;
      const message = `${specifier} and ${other} both have the route ${path}. Disable one of them`;
      conflicts.push(conflict({ specifier }, 'route', message));
    }
  }
  return conflicts;
}

/** The paths of a plugin's routes, below `/ui`. */
export function pathsOf(manifest: Manifest | undefined): string[] {
  const routes = manifest?.contributions.routes;
  return Array.isArray(routes) ? routes.map(({ path }) => path) : [];
}

/** Plugins of the set that the policy does not allow. Those of the console always are. */
function notAllowed(
  enabled: readonly Enabled[],
  facts: ReadonlyMap<string, PackageFacts>,
  own: ReadonlySet<string>,
  { policy, shipped }: Surroundings,
): PluginConflict[] {
  const keys = authorKeysOf(policy);
  return enabled.flatMap(({ specifier, version, plugin }) => {
    if (!own.has(specifier) || !plugin) return [];
    if (placeOf(shipped.get(specifier) ?? '')?.version === version) return [];
    const { publishedBy, build } = facts.get(`${specifier}@${version}`) ?? {};
    const why = violatedRule(policy, { specifier, version, publishedBy, manifest: plugin.manifest });
    // Earlier versions of the console's plugins came with it too, and are not signed. Only
    // administrators can publish in its scope.
    const isOwn = publishedBy === SERVER_NAME && isCovered(['@lading'], specifier);
    const unsigned = isOwn
      ? undefined
      : signatureProblem({ plugin, build }, { specifier, version }, keys, policy);
    return [
      ...(why === undefined ? [] : [conflict({ specifier }, 'policy', why)]),
      ...(unsigned === undefined ? [] : [conflict({ specifier }, 'signature', unsigned)]),
    ];
  });
}

/** Plugins that one of the set needs, or that need one of the set. */
function missingDependencies(
  enabled: readonly Enabled[],
  facts: ReadonlyMap<string, PackageFacts>,
  own: ReadonlySet<string>,
): PluginConflict[] {
  const versions = new Map(enabled.map(({ specifier, version }) => [specifier, version]));
  return enabled.flatMap(({ specifier, version }) =>
    Object.entries(facts.get(`${specifier}@${version}`)?.dependencies ?? {}).flatMap(([needed, range]) => {
      const found = versions.get(needed);
      if (!own.has(specifier) && !own.has(needed)) return [];
      if (found !== undefined && isInRange(found, range)) return [];
      const instead = found === undefined ? 'is not enabled' : `has version ${found}`;
      const message = `${specifier} ${version} requires ${needed} ${range}, which ${instead}`;
      return [conflict({ specifier }, 'dependency', message)];
    }),
  );
}

/** The versions of a console that is developed are prereleases. */
export function isInRange(version: string, range: string): boolean {
  return satisfies(version.replace(/-dev\.h[0-9a-f]+$/, ''), range, { includePrerelease: true });
}

export function conflict(
  { specifier }: { specifier: string },
  code: PluginConflict['code'],
  message: string,
): PluginConflict {
  return { specifier, code, message };
}
