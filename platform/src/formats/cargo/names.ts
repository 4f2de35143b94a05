import semver from 'semver';
import { HttpError } from '../../errors/HttpError.ts';
import { shown } from '../../errors/shown.ts';

const longestName = 64;
/** Names that some systems cannot have as a file. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

export function isCrateName(name: string): boolean {
  return name.length <= longestName && /^[a-z][a-z0-9_-]*$/i.test(name) && !reserved.test(name);
}

/** Throws `HttpError` 400 unless a crate may have the name. */
export function checkCrateName(name: unknown): string {
  if (typeof name === 'string' && isCrateName(name)) return name;
  throw new HttpError(
    400,
    'BAD_NAME',
    `Invalid crate name ${shown(name)}. Expected letters, digits, '-', and '_', starting with a letter, up to ${longestName} characters.`,
  );
}

/** What is the same of names that Cargo takes for one. */
export function canonicalName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** As semver writes it, build metadata included. Throws `HttpError` 400. */
export function checkCrateVersion(version: unknown): string {
  if (isCrateVersion(version)) return version;
  throw new HttpError(
    400,
    'BAD_VERSION',
    `Invalid crate version ${shown(version)}. Expected a version such as 1.2.3 or 1.2.3-beta.1.`,
  );
}

export function isCrateVersion(version: unknown): version is string {
  if (typeof version !== 'string' || version.length > 200 || !/^\d/.test(version)) return false;
  return semver.valid(version) === precedenceOf(version);
}

/** Versions that differ in build metadata alone are one to Cargo. */
export function precedenceOf(version: string): string {
  return version.split('+', 1)[0] ?? version;
}

/** Where the index has a crate: by the length of its name, and its first letters. */
export function indexPath(name: string): string {
  const lower = name.toLowerCase();
  if (lower.length <= 2) return `${lower.length}/${lower}`;
  if (lower.length === 3) return `3/${lower[0]}/${lower}`;
  return `${lower.slice(0, 2)}/${lower.slice(2, 4)}/${lower}`;
}

/** What permissions' patterns are held against: the folder of the crate's files, and its name in addresses of the index. */
export function permissionPath(name: string): string {
  return name.toLowerCase();
}

/** Where a repository keeps a crate's file. */
export function cratePath(name: string, version: string): string {
  return `${permissionPath(name)}/${version}/${name}-${version}.crate`;
}
