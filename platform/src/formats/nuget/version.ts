import { type VersionOrder, versionOrder } from '../../packages/sortKey.ts';

/** A version as NuGet compares it: four numbers; case and build metadata are ignored. */
export interface NugetVersion {
  /**
   * `1.2.3`, `1.2.3.4`, `1.2.3-rc.1`: without leading zeros, a zero fourth number, and build
   * metadata.
   */
  normal: string;
  /** The normal form with build metadata. */
  full: string;
  prerelease: boolean;
  /** Whether the version requires a client with support for Semantic Versioning 2. */
  semver2: boolean;
}

const identifiers = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
const grammar = new RegExp(
  `^(\\d{1,10}(?:\\.\\d{1,10}){0,3})(?:-(${identifiers}))?(?:\\+(${identifiers}))?$`,
);

/** Undefined for an invalid version. */
export function parseVersion(text: string): NugetVersion | undefined {
  if (text.length > 128) return undefined;
  const [, numbers, label, metadata] = grammar.exec(text.trim()) ?? [];
  if (numbers === undefined) return undefined;
  const parts = numbers.split('.').map((each) => each.replace(/^0+(?=\d)/, ''));
  if (parts.some((each) => Number(each) > 2_147_483_647)) return undefined;
  while (parts.length < 3) parts.push('0');
  if (parts.length === 4 && parts[3] === '0') parts.pop();
  const normal = parts.join('.') + (label === undefined ? '' : `-${label}`);
  return {
    normal,
    full: metadata === undefined ? normal : `${normal}+${metadata}`,
    prerelease: label !== undefined,
    semver2: metadata !== undefined || Boolean(label?.includes('.')),
  };
}

export function nugetOrder(version: string): VersionOrder {
  return versionOrder((parseVersion(version)?.normal ?? version).toLowerCase());
}

/** A dependency's range in the form used by registrations: `1.0` means 1.0 or later. */
export function normalRange(text: string | undefined): string {
  const given = text?.trim();
  if (!given) return '(, )';
  const version = parseVersion(given);
  if (version) return `[${version.full}, )`;
  const [, open, from = '', to, close = ''] =
    /^([[(])([^,\][()]*)(?:,([^,\][()]*))?([\])])$/.exec(given) ?? [];
  if (open === undefined || given.length > 200) return given.slice(0, 200);
  const bound = (each: string) => parseVersion(each)?.full ?? each.trim();
  return to === undefined
    ? `[${bound(from)}, ${bound(from)}]`
    : `${open}${bound(from)}, ${bound(to)}${close}`;
}

/** Whether the range requires a client with support for Semantic Versioning 2. */
export function rangeNeedsSemver2(range: string | undefined): boolean {
  return (range ?? '').split(/[[\](),]/).some((each) => parseVersion(each)?.semver2);
}
