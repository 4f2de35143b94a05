import { isProjectName, normalName } from './names.ts';
import { isSameVersion, normalVersion, parseVersion } from './version.ts';

/** As the upload form calls them. */
export type FileKind = 'bdist_wheel' | 'sdist' | 'bdist_egg';

export interface FileName {
  kind: FileKind;
  /** As written. */
  name: string;
  version: string;
  /** What a wheel or egg is built for: `py3`; `source` for an sdist. */
  python: string;
}

const wheel = /^([^-]+)-([^-]+)(?:-(\d[^-]*))?-([^-]+)-([^-]+)-([^-]+)\.whl$/;
const egg = /^([^-]+)-([^-]+)(?:-(py[^-]+)(?:-.+)?)?\.egg$/;
const source = /^(.+)\.(?:tar\.gz|zip)$/;

/** What a distribution's file name says, by PEP 427 and 625 and as older tools wrote it; undefined for all others. */
export function parseFileName(file: string, project?: string): FileName | undefined {
  const built = wheel.exec(file);
  if (built) return named('bdist_wheel', built[1], built[2], built[4]);
  const old = egg.exec(file);
  if (old) return named('bdist_egg', old[1], old[2], old[3] ?? 'py2.7');
  const stem = source.exec(file)?.[1];
  if (stem === undefined) return undefined;
  // Both parts may have had hyphens: who knows the name sees where it ends.
  const cuts = [...stem.matchAll(/-/g)].map(({ index }) => index).reverse();
  const splits = cuts.map((at) => named('sdist', stem.slice(0, at), stem.slice(at + 1), 'source'));
  return splits.find((split) => split && (project === undefined || normalName(split.name) === project));
}

function named(kind: FileKind, name = '', version = '', python = ''): FileName | undefined {
  return isProjectName(name) && parseVersion(version) ? { kind, name, version, python } : undefined;
}

/** Whether the file is named after this project and version. */
export function isNamedAfter(file: FileName, name: string, version: string): boolean {
  return normalName(file.name) === normalName(name) && isSameVersion(file.version, version);
}

/** Where a repository keeps the file. */
export function pathOf(project: string, file: string): string {
  const version = parseFileName(file, project)?.version;
  return `${project}/${(version && normalVersion(version)) ?? 'other'}/${file}`;
}

/** Of a file that may be asked for, and stored. */
export function isFileName(file: string): boolean {
  return /^[a-z0-9][a-z0-9._+!-]{0,249}$/i.test(file);
}
