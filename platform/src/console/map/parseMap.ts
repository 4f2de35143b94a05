import { jsonFault } from './jsonFault.ts';
import { nameOf } from './pluginName.ts';
import { whyRequired } from './requiredPlugins.ts';

/** An error in an import map. `line` counts from 1. */
export interface MapFault {
  line: number;
  reason: string;
}

/** Allowed sources of plugin entries. */
export interface MapRules {
  /** Origin of the development server, if configured. */
  devOrigin?: string;
}

/** One entry of the map: its address (`null` turns the plugin off), or why it is rejected. */
type ParsedEntry = { address: string | null } | { rejected: MapFault };

/** The entries and errors in the file's order, or why the whole file is rejected. */
export type ParsedMap = { entries: Map<string, ParsedEntry>; faults: MapFault[] } | { fault: MapFault };

const OWN = /^\/ui\/plugins\/([a-z0-9][a-z0-9-]*)\/([0-9A-Za-z.+-]+)\/[^/?#]+\.js$/;

/** Returns name and version from the address of a plugin on this server, otherwise `undefined`. */
export function placeOf(address: string): { name: string; version: string } | undefined {
  const [, name, version] = OWN.exec(address) ?? [];
  return name && version ? { name, version } : undefined;
}

/**
 * Parses `{ "imports": { SPECIFIER: ADDRESS | null } }`. An entry with an error does not affect the
 * others.
 */
export function parseMap(text: string, rules: MapRules): ParsedMap {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { offset, reason } = jsonFault(text);
    return { fault: { line: lineAt(text, offset), reason } };
  }
  if (!isObject(value) || !isObject(value.imports)) {
    return { fault: faultAt(text, 'imports', 'expected an object { "imports": { … } }') };
  }
  const faults = Object.keys(value)
    .filter((key) => key !== 'imports')
    .map((key) => faultAt(text, key, `unknown field "${key}": the import map can contain only "imports"`));
  const entries = new Map<string, ParsedEntry>();
  for (const [specifier, address] of Object.entries(value.imports)) {
    const rejected = rejectionOf(text, specifier, address, rules);
    entries.set(specifier, rejected ? { rejected } : { address: address as string | null });
  }
  return { entries, faults };
}

function rejectionOf(
  text: string,
  specifier: string,
  address: unknown,
  rules: MapRules,
): MapFault | undefined {
  const line = repetitionOf(text, specifier);
  if (line !== undefined) return { line, reason: `"${specifier}" is listed twice` };
  const reason = faultReason(specifier, address, rules);
  return reason === undefined ? undefined : faultAt(text, specifier, reason);
}

function faultReason(specifier: string, address: unknown, rules: MapRules): string | undefined {
  if (!nameOf(specifier)) {
    return `invalid plugin name "${specifier}"; expected @lading/plugin-NAME, lading-plugin-NAME, or @scope/lading-plugin-NAME`;
  }
  if (address === null) {
    const why = whyRequired(specifier);
    return why && `"${specifier}" cannot be turned off: ${why}`;
  }
  const expected = `/ui/plugins/${nameOf(specifier)}/VERSION/plugin.js, or null to turn it off`;
  if (typeof address !== 'string') return `invalid value of "${specifier}"; expected ${expected}`;
  if (placeOf(address)) return undefined;
  if (placeOf(`/ui${address}`))
    return `invalid URL "${address}" of "${specifier}" without /ui; expected /ui${address}`;
  if (!URL.canParse(address)) return `invalid URL "${address}" of "${specifier}"; expected ${expected}`;
  const { origin } = new URL(address);
  if (rules.devOrigin !== undefined && origin === rules.devOrigin) return undefined;
  const allowed =
    rules.devOrigin === undefined
      ? 'LADING_DEV_ORIGIN is not set'
      : `LADING_DEV_ORIGIN allows only ${rules.devOrigin}`;
  return `the URL of "${specifier}" has another origin, ${origin}, and ${allowed}; expected ${expected}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function faultAt(text: string, key: string, reason: string): MapFault {
  const found = text.indexOf(JSON.stringify(key));
  return { line: lineAt(text, Math.max(found, 0)), reason };
}

/** Returns the line of a duplicate key. `JSON.parse` keeps the last duplicate without an error. */
function repetitionOf(text: string, key: string): number | undefined {
  const quoted = JSON.stringify(key);
  const pattern = new RegExp(`${quoted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*:`, 'g');
  const [, second] = [...text.matchAll(pattern)];
  return second && lineAt(text, second.index);
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
