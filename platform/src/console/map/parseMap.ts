import { jsonFault } from './jsonFault.ts';

/** An import map that does not hold; `line` counts from 1. */
export interface MapFault {
  line: number;
  reason: string;
}

/** Where a plug-in's entry may come from. */
export interface MapRules {
  /** The development server's origin, when there is one. */
  devOrigin?: string;
}

export type ParsedMap = { imports: Map<string, string | null> } | { fault: MapFault };

const PLUGIN =
  /^(?:@lading\/plugin-|lading-plugin-|@[a-z0-9~][a-z0-9._~-]*\/lading-plugin-)([a-z0-9][a-z0-9-]*)$/;
const OWN = /^\/ui\/plugins\/([a-z0-9][a-z0-9-]*)\/([0-9A-Za-z.+-]+)\/[^/?#]+\.js$/;

/** NAME of an import map's entry that is a plug-in, else `undefined`. */
export function nameOf(specifier: string): string | undefined {
  return PLUGIN.exec(specifier)?.[1];
}

/** Name and version in the address of a plug-in that this server has, else `undefined`. */
export function placeOf(address: string): { name: string; version: string } | undefined {
  const [, name, version] = OWN.exec(address) ?? [];
  return name && version ? { name, version } : undefined;
}

/** Reads `{ "imports": { SPECIFIER: ADDRESS | null } }`; the first thing that is wrong with it is its fault. */
export function parseMap(text: string, rules: MapRules): ParsedMap {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { offset, reason } = jsonFault(text);
    return { fault: { line: lineAt(text, offset), reason } };
  }
  if (!isObject(value) || !isObject(value.imports)) {
    return fault(text, 'imports', 'an object { "imports": { … } } is expected');
  }
  const other = Object.keys(value).find((key) => key !== 'imports');
  if (other !== undefined) {
    return fault(text, other, `"${other}" is not known here: the map holds "imports" alone`);
  }
  const imports = new Map<string, string | null>();
  for (const [specifier, address] of Object.entries(value.imports)) {
    const reason = whatIsWrong(specifier, address, rules);
    if (reason) return fault(text, specifier, reason);
    imports.set(specifier, address as string | null);
  }
  const twice = repeatedKey(text, [...imports.keys()]);
  if (twice) return { fault: { line: twice.line, reason: `"${twice.key}" stands in the map twice` } };
  return { imports };
}

function whatIsWrong(specifier: string, address: unknown, rules: MapRules): string | undefined {
  if (!nameOf(specifier)) {
    return `"${specifier}" is not the name of a plug-in: @lading/plugin-NAME, lading-plugin-NAME or @scope/lading-plugin-NAME is expected`;
  }
  if (address === null) return undefined;
  const expected = `/ui/plugins/${nameOf(specifier)}/VERSION/plugin.js, or null to turn it off`;
  if (typeof address !== 'string') return `"${specifier}" must be an address: ${expected}`;
  if (placeOf(address)) return undefined;
  if (!URL.canParse(address)) return `"${specifier}" has the address "${address}"; expected is ${expected}`;
  const { origin } = new URL(address);
  if (rules.devOrigin !== undefined && origin === rules.devOrigin) return undefined;
  const allowed =
    rules.devOrigin === undefined
      ? 'LADING_DEV_ORIGIN is not set'
      : `LADING_DEV_ORIGIN allows ${rules.devOrigin} alone`;
  return `"${specifier}" comes from ${origin}, another origin, and ${allowed}; expected is ${expected}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fault(text: string, key: string, reason: string): ParsedMap {
  const found = text.indexOf(JSON.stringify(key));
  return { fault: { line: lineAt(text, Math.max(found, 0)), reason } };
}

/** JSON itself keeps the last of two equal keys and says nothing. */
function repeatedKey(text: string, keys: readonly string[]): { key: string; line: number } | undefined {
  for (const key of keys) {
    const quoted = JSON.stringify(key);
    const pattern = new RegExp(`${quoted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*:`, 'g');
    const [, second] = [...text.matchAll(pattern)];
    if (second) return { key, line: lineAt(text, second.index) };
  }
  return undefined;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
