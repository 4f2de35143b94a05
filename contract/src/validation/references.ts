import type { PluginDefinition } from '../plugin/definePlugin.ts';
import { isReference, type PluginManifest } from '../plugin/manifest.ts';

/** Calls the function at `ref` of the plugin's definition. */
export type CallReference = (ref: string, args: readonly unknown[]) => Promise<unknown>;

/** Contributions of a plugin, with functions in place of references. */
export type Contributions = Omit<PluginDefinition, 'name' | 'version' | 'contract'>;

/** Replaces references with functions that load the plugin's code, through `call`, when called. */
export function hydrate(manifest: PluginManifest, call: CallReference): Contributions {
  return restore(manifest.contributions, call) as Contributions;
}

function restore(value: unknown, call: CallReference): unknown {
  if (isReference(value)) return (...args: unknown[]) => call(value.$ref, args);
  if (Array.isArray(value)) return value.map((item) => restore(item, call));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, restore(inner, call)]));
}

/**
 * Returns the unbound function at `ref` (`routes/0/screen`) of a definition; `undefined` if there
 * is none.
 */
export function resolveReference(
  definition: unknown,
  ref: string,
): ((...args: unknown[]) => unknown) | undefined {
  let value = definition;
  for (const key of ref.split('/')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'function' ? (value as (...args: unknown[]) => unknown) : undefined;
}
