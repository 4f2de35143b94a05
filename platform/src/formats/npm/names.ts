import semver from 'semver';
import { HttpError } from '../../errors/HttpError.ts';
import { shown } from '../../errors/shown.ts';

/** Names of any package in a registry; old ones can have uppercase letters. */
const anyName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i;
/** Names allowed for new packages. */
const newName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
/** Maximum length of a name, the same as in npm. */
const maxNameLength = 214;
const notNames = new Set(['-', 'node_modules', 'favicon.ico']);

export function isPackageName(name: string): boolean {
  return name.length <= maxNameLength && anyName.test(name) && !notNames.has(name);
}

/** Throws `HttpError` 400 unless the name is valid for a new package. */
export function checkNewName(name: unknown): string {
  if (typeof name === 'string' && isPackageName(name) && newName.test(name)) return name;
  const rule =
    "expected lowercase letters, digits, '.', '_', '~', and '-', with an optional @scope/, up to 214 characters";
  throw new HttpError(400, 'BAD_NAME', `Invalid package name ${shown(name)}: ${rule}`);
}

/** Throws `HttpError` 400 unless it is a valid semver version, such as `1.2.3-beta.1`. */
export function checkVersion(version: unknown): string {
  if (typeof version === 'string' && version.length <= 256 && semver.valid(version) === version)
    return version;
  // `semver.valid` drops build metadata, as npm's clients do before they publish.
  throw new HttpError(
    400,
    'BAD_VERSION',
    `Invalid version ${shown(version)}. Expected a version such as 1.2.3 or 1.2.3-beta.1.`,
  );
}

/**
 * Throws `HttpError` 400 unless the tag is valid. A version range would make requests ambiguous.
 */
export function checkTag(tag: unknown): string {
  if (typeof tag === 'string' && /^[a-z0-9][a-z0-9._~-]{0,99}$/i.test(tag) && !isRange(tag)) return tag;
  throw new HttpError(
    400,
    'BAD_TAG',
    `Invalid tag ${shown(tag)}. Expected letters, digits, and .-_~ that do not form a version range.`,
  );
}

function isRange(tag: string): boolean {
  // Fast path: of tags with only letters, just `x` and `vx` are ranges, and calling semver is slow.
  return !/^[a-z]{3,}$/i.test(tag) && semver.validRange(tag) !== null;
}

/** Returns `name` for `@scope/name`. */
export function unscoped(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** The file name of a version's tarball; the only one it is served under. */
export function tarballFile(name: string, version: string): string {
  return `${unscoped(name)}-${version}.tgz`;
}

/** The tarball's path in the repository. */
export function tarballPath(name: string, version: string): string {
  return `${name}/-/${tarballFile(name, version)}`;
}

/** The version in a tarball's file name; undefined for other file names. */
export function versionOfTarball(name: string, file: string): string | undefined {
  const prefix = `${unscoped(name)}-`;
  if (!file.startsWith(prefix) || !file.endsWith('.tgz')) return undefined;
  const version = file.slice(prefix.length, -'.tgz'.length);
  return semver.valid(version) === null ? undefined : version;
}
