import semver from 'semver';
import { HttpError } from '../../errors/HttpError.ts';
import { shown } from '../../errors/shown.ts';

const maxNameLength = 64;
/** File names that are reserved on some systems. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

export function isCrateName(name: string): boolean {
  return name.length <= maxNameLength && /^[a-z][a-z0-9_-]*$/i.test(name) && !reserved.test(name);
}

/** Throws `HttpError` 400 for an invalid crate name. */
export function checkCrateName(name: unknown): string {
  if (typeof name === 'string' && isCrateName(name)) return name;
  throw new HttpError(
    400,
    'BAD_NAME',
    `Invalid crate name ${shown(name)}. Expected letters, digits, '-', and '_', starting with a letter, up to ${maxNameLength} characters.`,
  );
}

/** The form shared by all names that Cargo treats as equal. */
export function canonicalName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** Expects a semver version, including build metadata. Throws `HttpError` 400. */
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

/** The version without build metadata, which Cargo ignores when it compares versions. */
export function precedenceOf(version: string): string {
  return version.split('+', 1)[0] ?? version;
}

/** Path of a crate in the index: by the length of its name and its first letters. */
export function indexPath(name: string): string {
  const lower = name.toLowerCase();
  if (lower.length <= 2) return `${lower.length}/${lower}`;
  if (lower.length === 3) return `3/${lower[0]}/${lower}`;
  return `${lower.slice(0, 2)}/${lower.slice(2, 4)}/${lower}`;
}

/**
 * The path that permission patterns are matched against: the folder of the crate's files, which is
 * its name in index URLs.
 */
export function permissionPath(name: string): string {
  return name.toLowerCase();
}

/** Path of a crate's file in a repository. */
export function cratePath(name: string, version: string): string {
  return `${permissionPath(name)}/${version}/${name}-${version}.crate`;
}
