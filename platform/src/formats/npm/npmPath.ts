import { HttpError } from '../../errors/HttpError.ts';
import { shown } from '../../errors/shown.ts';
import { isPackageName } from './names.ts';

/** The resource that a path below `/artifactory/api/npm/{repo}/` identifies. */
export type NpmPath =
  | { kind: 'root' }
  | {
      kind:
        | 'ping'
        | 'whoami'
        | 'profile'
        | 'tokens'
        | 'search'
        | 'auditBulk'
        | 'auditQuick'
        | 'keys'
        | 'webLogin'
        | 'webLoginDone'
        | 'webLoginPage';
    }
  | { kind: 'user'; userName: string }
  | { kind: 'token'; token: string }
  | { kind: 'attestations'; name: string; version: string }
  | { kind: 'tokenKey'; key: string }
  | { kind: 'distTags'; name: string }
  | { kind: 'distTag'; name: string; tag: string }
  | { kind: 'package'; name: string; rev?: string }
  | { kind: 'version'; name: string; version: string }
  | { kind: 'tarball'; name: string; file: string; rev?: string };

const fixed = new Map<string, NpmPath>([
  ['', { kind: 'root' }],
  ['-/ping', { kind: 'ping' }],
  ['-/whoami', { kind: 'whoami' }],
  ['-/npm/v1/user', { kind: 'profile' }],
  ['-/npm/v1/tokens', { kind: 'tokens' }],
  ['-/v1/search', { kind: 'search' }],
  ['-/npm/v1/security/advisories/bulk', { kind: 'auditBulk' }],
  ['-/npm/v1/security/audits/quick', { kind: 'auditQuick' }],
  ['-/npm/v1/security/audits', { kind: 'auditQuick' }],
  ['-/npm/v1/keys', { kind: 'keys' }],
  ['-/v1/login', { kind: 'webLogin' }],
  ['-/v1/login/done', { kind: 'webLoginDone' }],
  ['-/v1/login/confirm', { kind: 'webLoginPage' }],
]);

/**
 * Parses every path of the npm protocol. Takes the path below the repository, still
 * percent-encoded, without the query. Throws `HttpError` 400 for a malformed path, and 404 for a
 * path that no npm client uses.
 */
export function parseNpmPath(raw: string): NpmPath {
  const plain = raw.endsWith('/') ? raw.slice(0, -1) : raw;
  const known = fixed.get(plain);
  if (known) return known;
  const parts = plain.split('/').map(decodePart);
  const parsed = parts[0] === '-' ? serviceCall(parts) : packageCall(parts);
  if (!parsed) throw new HttpError(404, 'NOT_FOUND', `${shown(`/${raw}`)} is not a URL of an npm registry`);
  return parsed;
}

function decodePart(part: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(part);
  } catch {
    throw invalidPath(`${shown(part)} is not valid percent-encoded UTF-8`);
  }
  // Only `@scope%2fname` may contain an encoded slash.
  const scoped = decoded.startsWith('@') && decoded.split('/').length === 2;
  const pieces = scoped ? decoded.split('/') : [decoded];
  for (const piece of pieces) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: rejects control characters
    if (piece === '' || piece === '.' || piece === '..' || /[\\/\u0000-\u001f\u007f]/.test(piece)) {
      throw invalidPath(`${shown(part)} is not allowed in the URL`);
    }
  }
  return decoded;
}

function serviceCall(parts: string[]): NpmPath | undefined {
  const [, service, ...rest] = parts;
  if (service === 'user') return userCall(rest);
  if (service === 'npm' && rest.slice(0, 3).join('/') === 'v1/tokens/token' && rest[3] && rest.length === 4) {
    return { kind: 'tokenKey', key: rest[3] };
  }
  if (service === 'npm' && rest.slice(0, 2).join('/') === 'v1/attestations')
    return attestationsCall(rest.slice(2).join('/'));
  if (service !== 'package') return undefined;
  const { name, after } = takeName(rest);
  if (after[0] !== 'dist-tags' || after.length > 2) return undefined;
  return after[1] ? { kind: 'distTag', name, tag: after[1] } : { kind: 'distTags', name };
}

/** Parses `{name}@{version}`. */
function attestationsCall(of: string): NpmPath | undefined {
  const at = of.lastIndexOf('@');
  const [name, version] = [of.slice(0, at), of.slice(at + 1)];
  return at > 0 && isPackageName(name) && version !== '' && !version.includes('/')
    ? { kind: 'attestations', name, version }
    : undefined;
}

function userCall([first = '', second, third, ...more]: string[]): NpmPath | undefined {
  if (more.length > 0) return undefined;
  if (first === 'token' && second && !third) return { kind: 'token', token: second };
  const prefix = 'org.couchdb.user:';
  if (!first.startsWith(prefix) || first === prefix) return undefined;
  // Older clients append a revision when they sign in again; it is ignored.
  if (second !== undefined && (second !== '-rev' || !third)) return undefined;
  return { kind: 'user', userName: first.slice(prefix.length) };
}

function packageCall(parts: string[]): NpmPath | undefined {
  // npm 6 appends the full path of a tarball to the registry's URL when it deletes the tarball.
  if (parts.length > 5 && parts.slice(0, 3).join('/') === 'artifactory/api/npm') {
    const repeated = packageCall(parts.slice(4));
    return repeated?.kind === 'tarball' && repeated.rev !== undefined ? repeated : undefined;
  }
  const { name, after } = takeName(parts);
  const [first, second] = after;
  if (first === undefined) return { kind: 'package', name };
  if (first === '-rev')
    return second && after.length === 2 ? { kind: 'package', name, rev: second } : undefined;
  if (first !== '-') return after.length === 1 ? { kind: 'version', name, version: first } : undefined;
  return tarballCall(name, after.slice(1));
}

/**
 * Parses `name-1.0.0.tgz`, optionally with the scope repeated before it and a revision after it.
 */
function tarballCall(name: string, given: string[]): NpmPath | undefined {
  const parts = given.flatMap((part) => part.split('/'));
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : undefined;
  if (scope !== undefined && parts[0] === scope) parts.shift();
  const [file, marker, rev, ...more] = parts;
  if (!file?.endsWith('.tgz') || file.startsWith('@') || more.length > 0) return undefined;
  if (marker === undefined) return { kind: 'tarball', name, file };
  return marker === '-rev' && rev ? { kind: 'tarball', name, file, rev } : undefined;
}

function takeName(parts: string[]): { name: string; after: string[] } {
  const [first = '', second] = parts;
  const split = first.startsWith('@') && !first.includes('/');
  const name = split ? `${first}/${second ?? ''}` : first;
  if (!isPackageName(name)) throw invalidPath(`${shown(name)} is not a package name`);
  return { name, after: parts.slice(split ? 2 : 1) };
}

function invalidPath(message: string): HttpError {
  return new HttpError(400, 'BAD_PATH', message);
}
