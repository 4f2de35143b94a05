import semver from 'semver';
import { HttpError } from '../../errors/HttpError.ts';
import { shown } from '../../errors/shown.ts';

/** Of any package that a registry may hold, capitals of older ones included. */
const anyName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i;
/** Of a package published today. */
const newName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
/** Longest name, as npm has it. */
const longestName = 214;
const notNames = new Set(['-', 'node_modules', 'favicon.ico']);

export function isPackageName(name: string): boolean {
  return name.length <= longestName && anyName.test(name) && !notNames.has(name);
}

/** Throws `HttpError` 400 unless a new package may have the name. */
export function checkNewName(name: unknown): string {
  if (typeof name === 'string' && isPackageName(name) && newName.test(name)) return name;
  const rule =
    "expected lowercase letters, digits, '.', '_', '~', and '-', with an optional @scope/, up to 214 characters";
  throw new HttpError(400, 'BAD_NAME', `Invalid package name ${shown(name)}: ${rule}`);
}

/** Throws `HttpError` 400 unless it is a version as semver writes it, `1.2.3-beta.1`. */
export function checkVersion(version: unknown): string {
  if (typeof version === 'string' && version.length <= 256 && semver.valid(version) === version)
    return version;
  // `semver.valid` leaves out the build part, which npm's clients do too before they publish.
  throw new HttpError(
    400,
    'BAD_VERSION',
    `Invalid version ${shown(version)}. Expected a version such as 1.2.3 or 1.2.3-beta.1.`,
  );
}

/** Throws `HttpError` 400 unless it may name a version: a range would make the request ambiguous. */
export function checkTag(tag: unknown): string {
  if (typeof tag === 'string' && /^[a-z0-9][a-z0-9._~-]{0,99}$/i.test(tag) && !isRange(tag)) return tag;
  throw new HttpError(
    400,
    'BAD_TAG',
    `Invalid tag ${shown(tag)}. Expected letters, digits, and .-_~ that do not form a version range.`,
  );
}

function isRange(tag: string): boolean {
  // Of letters alone only `x` and `vx` are one; asking semver takes its time.
  return !/^[a-z]{3,}$/i.test(tag) && semver.validRange(tag) !== null;
}

/** `name` of `@scope/name`. */
export function unscoped(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** The one file name under which a version's tarball is served. */
export function tarballFile(name: string, version: string): string {
  return `${unscoped(name)}-${version}.tgz`;
}

/** Its path inside the repository. */
export function tarballPath(name: string, version: string): string {
  return `${name}/-/${tarballFile(name, version)}`;
}

/** The version that the file's name stands for; undefined when it is named otherwise. */
export function versionOfTarball(name: string, file: string): string | undefined {
  const prefix = `${unscoped(name)}-`;
  if (!file.startsWith(prefix) || !file.endsWith('.tgz')) return undefined;
  const version = file.slice(prefix.length, -'.tgz'.length);
  return semver.valid(version) === null ? undefined : version;
}
