import { isProjectName, normalName } from './names.ts';
import { isSameVersion, normalVersion, parseVersion } from './version.ts';

/** The kind of a distribution, as in the upload form. */
export type FileKind = 'bdist_wheel' | 'sdist' | 'bdist_egg';

export interface FileName {
  kind: FileKind;
  /** As in the file name, not normalized. */
  name: string;
  version: string;
  /** The Python tag of a wheel or egg: `py3`; `source` for an sdist. */
  python: string;
}

const wheel = /^([^-]+)-([^-]+)(?:-(\d[^-]*))?-([^-]+)-([^-]+)-([^-]+)\.whl$/;
const egg = /^([^-]+)-([^-]+)(?:-(py[^-]+)(?:-.+)?)?\.egg$/;
const source = /^(.+)\.(?:tar\.gz|zip)$/;

/**
 * Parses a distribution's file name according to PEP 427 and 625, and in the formats of older
 * tools; undefined for other files.
 */
export function parseFileName(file: string, project?: string): FileName | undefined {
  const built = wheel.exec(file);
  if (built) return named('bdist_wheel', built[1], built[2], built[4]);
  const old = egg.exec(file);
  if (old) return named('bdist_egg', old[1], old[2], old[3] ?? 'py2.7');
  const stem = source.exec(file)?.[1];
  if (stem === undefined) return undefined;
  // Both parts can contain hyphens; the project name, if known, determines the split.
  const cuts = [...stem.matchAll(/-/g)].map(({ index }) => index).reverse();
  const splits = cuts.map((at) => named('sdist', stem.slice(0, at), stem.slice(at + 1), 'source'));
  return splits.find((split) => split && (project === undefined || normalName(split.name) === project));
}

function named(kind: FileKind, name = '', version = '', python = ''): FileName | undefined {
  return isProjectName(name) && parseVersion(version) ? { kind, name, version, python } : undefined;
}

/** Whether the file name matches this project and version. */
export function isNamedAfter(file: FileName, name: string, version: string): boolean {
  return normalName(file.name) === normalName(name) && isSameVersion(file.version, version);
}

/** The path of the file in a repository. */
export function pathOf(project: string, file: string): string {
  const version = parseFileName(file, project)?.version;
  return `${project}/${(version && normalVersion(version)) ?? 'other'}/${file}`;
}

/** Whether the file name is safe to request and store. */
export function isFileName(file: string): boolean {
  return /^[a-z0-9][a-z0-9._+!-]{0,249}$/i.test(file);
}
