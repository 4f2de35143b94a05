import type { PluginLifecycles } from '../plugin/lifecycles.ts';
import { isReference, type PluginManifest } from '../plugin/manifest.ts';
import { resolveReference } from './references.ts';
import { shown } from './shown.ts';
import { notAPlugin, type Validated } from './validated.ts';

/** A valid entry module of a plugin. */
export interface PluginModule extends PluginLifecycles {
  /** The definition with its functions. */
  readonly default: Readonly<Record<string, unknown>>;
}

const LIFECYCLES = ['bootstrap', 'mount', 'unmount'] as const;

/**
 * Validates the exports of a plugin's entry against its manifest: each reference must be a
 * function. Every page does, so it does not use the schema library.
 */
export function validateModule(module: unknown, manifest: PluginManifest): Validated<PluginModule> {
  const { name } = manifest;
  const wrong = (field: string, found: string, expected: string) =>
    notAPlugin(`Plugin "${name}": ${field}: found ${found}, expected ${expected}`);
  if (!isObject(module)) {
    const expected = 'a module that exports the definition as default, and bootstrap, mount and unmount';
    return wrong('it', shown(module), expected);
  }
  const { default: definition } = module;
  if (definition === undefined) return wrong('default', 'nothing', 'it to be given');
  if (!isObject(definition))
    return wrong('default', shown(definition), 'the definition, as definePlugin gives it');
  if (definition.name !== name)
    return wrong('default.name', shown(definition.name), `"${name}" as in its manifest`);
  for (const lifecycle of LIFECYCLES) {
    const found = module[lifecycle];
    if (typeof found !== 'function') return wrong(lifecycle, shown(found), 'a function');
  }
  for (const ref of referencesIn(manifest.contributions)) {
    if (resolveReference(definition, ref) === undefined)
      return wrong(`default.${ref.replaceAll('/', '.')}`, 'nothing to call', 'a function');
  }
  return { valid: true, value: module as unknown as PluginModule };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function* referencesIn(value: unknown): Generator<string> {
  if (isReference(value)) yield value.$ref;
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* referencesIn(inner);
  }
}
