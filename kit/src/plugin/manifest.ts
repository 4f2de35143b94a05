import type { PluginManifest, Reference } from '@lading/contract';
import { KitError } from '../KitError.ts';

/**
 * Converts a definition to data: functions become references to their paths. Throws for values that
 * are neither data nor functions.
 */
export function referenced(definition: object): PluginManifest['contributions'] {
  const {
    name: _name,
    version: _version,
    contract: _contract,
    backends: _backends,
    calls: _calls,
    settings: _settings,
    ...rest
  } = definition as Record<string, unknown>;
  return toData(rest, []) as PluginManifest['contributions'];
}

function toData(value: unknown, path: readonly (string | number)[]): unknown {
  if (typeof value === 'function') return { $ref: path.join('/') } satisfies Reference;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item, index) => toData(item, [...path, index]));
  if (typeof value === 'object' && isPlain(value)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(entries.map(([key, item]) => [key, toData(item, [...path, key])]));
  }
  throw new KitError(
    `src/plugin.ts: ${path.join('.')} is ${describe(value)}. A definition holds plain data, and functions where something is fetched.`,
  );
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    const { name } = value.constructor;
    return /^[AEIOU]/.test(name) ? `an ${name}` : `a ${name}`;
  }
  return typeof value === 'number' ? String(value) : typeof value;
}
