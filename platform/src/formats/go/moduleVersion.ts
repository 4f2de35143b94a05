import { HttpError } from '../../errors/HttpError.ts';
import { versionOrder } from '../../packages/sortKey.ts';

const number = '(?:0|[1-9]\\d*)';
const identifier = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)';
const canonical = new RegExp(
  `^v${number}\\.${number}\\.${number}(?:-${identifier}(?:\\.${identifier})*)?(?:\\+incompatible)?$`,
);
const pseudo = /^v\d+\.(?:0\.0-|\d+\.\d+-(?:[^+]*\.)?0\.)\d{14}-[A-Za-z0-9]+(?:\+incompatible)?$/;

/**
 * Whether this is a full version: `v1.2.3`, `v1.2.3-rc.1`, `v2.0.0+incompatible`, or a
 * pseudo-version. Clients also query `v1`, `master`, or `1.2.3`, which are not.
 */
export function isCanonical(version: string): boolean {
  return version.length <= 256 && canonical.test(version);
}

/**
 * Whether this is a pseudo-version, which stands for a commit:
 * `v0.0.0-20191109021931-daa7c04131f5`.
 */
export function isPseudo(version: string): boolean {
  return pseudo.test(version);
}

/** Throws `HttpError` 400 unless the version is valid for the module. */
export function checkVersion(module: string, version: string): void {
  if (!isCanonical(version)) {
    throw invalidVersion(version, 'expected v1.2.3, optionally with -prerelease or +incompatible');
  }
  const major = Number(/^v(\d+)/.exec(version)?.[1]);
  const own = majorOf(module);
  const incompatible = version.endsWith('+incompatible');
  if (own === undefined) {
    if (incompatible ? major < 2 : major > 1) {
      throw invalidVersion(
        version,
        incompatible
          ? '+incompatible requires v2 or later'
          : `it belongs to ${module}/v${major}; without a go.mod it is ${version}+incompatible`,
      );
    }
    return;
  }
  if (incompatible)
    throw invalidVersion(
      version,
      `the path ${module} contains its major version, so +incompatible is not allowed`,
    );
  // Versions fetched from gopkg.in before modules existed have pseudo-versions like this.
  if (module.startsWith('gopkg.in/') && version.startsWith('v0.0.0-') && own === 1) return;
  if (major !== own) throw invalidVersion(version, `versions of ${module} are v${own}.x.y`);
}

function majorOf(module: string): number | undefined {
  const found = module.startsWith('gopkg.in/')
    ? /\.v(\d+)(?:-unstable)?$/.exec(module)
    : /\/v(\d+)$/.exec(module);
  return found ? Number(found[1]) : undefined;
}

function invalidVersion(version: string, rule: string): HttpError {
  return new HttpError(400, 'BAD_VERSION', `Invalid version '${version.slice(0, 100)}': ${rule}`);
}

export function inOrder(versions: readonly string[]): string[] {
  const keys = new Map(versions.map((version) => [version, versionOrder(version).sortKey]));
  const keyOf = (version: string) => `${keys.get(version)} ${version}`;
  return [...keys.keys()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The newest release; otherwise the newest prerelease; otherwise the newest pseudo-version. */
export function latestOf(versions: readonly string[]): string | undefined {
  const sorted = inOrder(versions);
  const plain = sorted.filter((version) => !isPseudo(version));
  return plain.findLast((version) => !version.includes('-')) ?? plain.at(-1) ?? sorted.at(-1);
}
