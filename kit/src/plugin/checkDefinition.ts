import {
  CONTRACT_VERSION,
  contractHolds,
  type PluginDefinition,
  type PluginManifest,
} from '@lading/contract';
import { validateManifest, validateServerParts } from '@lading/contract/validation';
import { KitError } from '../KitError.ts';
import type { PluginPackage } from './readPackage.ts';

/** Checks that the export of `src/plugin.ts` is the definition of this package. */
export function checkDefinition(value: unknown, described: PluginPackage): PluginDefinition {
  if (typeof value !== 'object' || value === null) {
    throw new KitError('src/plugin.ts has no default export: write export default definePlugin({ … }).');
  }
  const definition = value as PluginDefinition;
  if (definition.name !== described.name) {
    throw new KitError(
      `src/plugin.ts: the name is ${JSON.stringify(definition.name)}, but the package is named ` +
        `${described.packageName}: ${JSON.stringify(described.name)} is expected.`,
    );
  }
  if (definition.version !== described.version) {
    throw new KitError(
      `src/plugin.ts: the version is ${JSON.stringify(definition.version)}, but package.json says ` +
        `${JSON.stringify(described.version)}. Import it from package.json to say it once.`,
    );
  }
  if (typeof definition.contract !== 'string' || !contractHolds(definition.contract)) {
    throw new KitError(
      `src/plugin.ts: it was written for contract ${JSON.stringify(definition.contract)}, and this kit has ` +
        `${CONTRACT_VERSION}: '${CONTRACT_VERSION.split('.')[0]}.x' is expected.`,
    );
  }
  return definition;
}

/** Applies the console's own validation. */
export function checkManifest(manifest: PluginManifest): void {
  const result = validateManifest(manifest, manifest.name);
  if (!result.valid) {
    throw new KitError(`src/plugin.ts: ${result.cause.replace(/^[^:]*: (?:contributions\.)?/, '')}`);
  }
  const cause = validateServerParts(manifest.name, manifest);
  if (cause !== undefined) throw new KitError(`src/plugin.ts: ${cause.replace(/^[^:]*: /, '')}`);
  const { routes = [], menuItems = [] } = manifest.contributions;
  for (const [kind, values] of Object.entries({ routes, menuItems })) {
    const index = values.findIndex(({ path }) => path === '/ui' || path.startsWith('/ui/'));
    const path = values[index]?.path;
    if (path === undefined) continue;
    throw new KitError(
      `src/plugin.ts: ${kind}.${index}.path is ${JSON.stringify(path)}. Paths start below /ui: ` +
        `use ${JSON.stringify(path.slice(3) || '/')} for the page at ${path}.`,
    );
  }
  const names = (manifest.contributions.routes ?? []).map((route) => route.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new KitError(`src/plugin.ts: two routes are named ${JSON.stringify(twice)}.`);
}
