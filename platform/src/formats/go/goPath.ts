import { HttpError } from '../../errors/HttpError.ts';
import { escapeModule, unescapeModule } from './modulePath.ts';
import { isCanonical } from './moduleVersion.ts';

export type FileKind = 'info' | 'mod' | 'zip';

/**
 * The resource that a path below a repository's URL identifies, in the terms of the GOPROXY
 * protocol.
 */
export type GoPath =
  | { kind: 'list'; module: string }
  | { kind: 'latest'; module: string }
  /** `version` can be a branch or a commit, which an upstream resolves to a version. */
  | { kind: 'file'; module: string; version: string; file: FileKind }
  /** A checksum database request; `module` is set if the request is about one module. */
  | { kind: 'sumdb'; rest: string; module?: string };

/** Undefined for a path that the protocol does not define. */
export function parseGoPath(path: string): GoPath | undefined {
  if (path.startsWith('sumdb/')) return parseSumdb(path);
  if (path.endsWith('/@latest')) return ofModule(path.slice(0, -'/@latest'.length), 'latest');
  const at = path.lastIndexOf('/@v/');
  if (at < 0) return undefined;
  const name = path.slice(at + '/@v/'.length);
  if (name === 'list') return ofModule(path.slice(0, at), 'list');
  const module = unescapeModule(path.slice(0, at));
  const [, escaped = '', file] = /^([^/]+)\.(info|mod|zip)$/.exec(name) ?? [];
  const version = unescapeModule(escaped);
  if (!module || !version || !file) return undefined;
  return { kind: 'file', module, version, file: file as FileKind };
}

function ofModule(escaped: string, kind: 'list' | 'latest'): GoPath | undefined {
  const module = unescapeModule(escaped);
  return module ? { kind, module } : undefined;
}

function parseSumdb(path: string): GoPath | undefined {
  const [, rest] =
    /^sumdb\/[A-Za-z0-9.-]+(?:\/[A-Za-z0-9.-]+)*?\/((?:supported|latest)$|lookup\/.+|tile\/.+)/.exec(path) ??
    [];
  if (rest === undefined) return undefined;
  if (!rest.startsWith('lookup/')) return { kind: 'sumdb', rest };
  const module = unescapeModule(rest.slice('lookup/'.length).replace(/@[^@]*$/, ''));
  return module ? { kind: 'sumdb', rest, module } : undefined;
}

/** Throws `HttpError` 404 for a path that the protocol does not define. */
export function requireGoPath(path: string): GoPath {
  const parsed = parseGoPath(path);
  if (parsed) return parsed;
  const known =
    '{module}/@v/list, {module}/@v/{version}.info, .mod, or .zip, or {module}/@latest, with uppercase letters as !c';
  throw new HttpError(
    404,
    'NOT_FOUND',
    `not found: ${path.slice(0, 200)} is not a URL of a module proxy. Expected ${known}.`,
  );
}

export function filePath(module: string, version: string, file: FileKind): string {
  return `${escapeModule(module)}/@v/${escapeModule(version)}.${file}`;
}

/**
 * Whether an upstream never changes the resource: the files of a version, and leaves and tiles of a
 * checksum database.
 */
export function isImmutable(path: string): boolean {
  const parsed = parseGoPath(path);
  if (parsed?.kind === 'file') return isCanonical(parsed.version);
  return parsed?.kind === 'sumdb' && /^(?:lookup|tile)\//.test(parsed.rest);
}
