import { dockerError } from './errors.ts';

/**
 * The resource that a path below `/v2/` identifies. `name` is the full name used by the client,
 * `repo` its first part, `image` the rest.
 */
export type DockerPath =
  | { kind: 'check' }
  | { kind: 'catalog' }
  | ({ kind: 'tags' } & Named)
  | ({ kind: 'manifest'; reference: Reference } & Named)
  | ({ kind: 'referrers'; digest: string } & Named)
  | ({ kind: 'blob'; digest: string } & Named)
  | ({ kind: 'uploads' } & Named)
  | ({ kind: 'upload'; id: string } & Named);

export interface Named {
  repo: string;
  image: string;
}

export type Reference = { tag: string } | { digest: string };

/** A part of an image name, as defined by the distribution specification. */
const component = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const tagRule = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/;
const digestRule = /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;
/** Maximum length of an image name that clients support. */
const maxNameLength = 255;

/** Rules for image names and tags, for error messages. */
export const imageNameRule = `expected lowercase letters and digits, separated by '.', '_', '__', or hyphens, in parts joined by '/', up to ${maxNameLength} characters`;
export const tagNameRule =
  "expected up to 128 letters, digits, '_', '.', and '-', not starting with '.' or '-'";

/**
 * Parses the path after `/v2/`, still percent-encoded. `blobs` and `tags` can be parts of a name,
 * so the path is parsed from its end. Throws `HttpError` with an error code of the specification.
 */
export function parseDockerPath(path: string): DockerPath {
  if (path === '') return { kind: 'check' };
  const segments = path.split('/');
  if (path === '_catalog') return { kind: 'catalog' };
  const at = (index: number) => segments.at(index) ?? '';
  if (at(-2) === 'tags' && at(-1) === 'list') return { kind: 'tags', ...named(segments.slice(0, -2)) };
  if (at(-2) === 'manifests') {
    const name = named(segments.slice(0, -2));
    return { kind: 'manifest', ...name, reference: readReference(decoded(at(-1))) };
  }
  if (at(-2) === 'referrers') {
    const name = named(segments.slice(0, -2));
    return { kind: 'referrers', ...name, digest: checkDigest(decoded(at(-1))) };
  }
  if (at(-3) === 'blobs' && at(-2) === 'uploads') {
    const name = named(segments.slice(0, -3));
    return at(-1) === '' ? { kind: 'uploads', ...name } : { kind: 'upload', ...name, id: readId(at(-1)) };
  }
  if (at(-2) === 'blobs' && at(-1) === 'uploads') return { kind: 'uploads', ...named(segments.slice(0, -2)) };
  if (at(-2) === 'blobs') {
    const name = named(segments.slice(0, -2));
    return { kind: 'blob', ...name, digest: checkDigest(decoded(at(-1))) };
  }
  throw dockerError(
    'UNSUPPORTED',
    'Invalid path. Expected /v2/_catalog or /v2/{repository}/{image}/ with manifests/, blobs/, tags/list, or referrers/.',
    404,
  );
}

/**
 * Parses `{repository}/{image}`; the image has one or more parts. Throws `HttpError` 404 or 400.
 */
export function parseName(name: string): Named {
  return named(name.split('/'));
}

function named([repo = '', ...parts]: string[]): Named {
  const image = parts.join('/');
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(repo)) {
    throw dockerError(
      'NAME_INVALID',
      `'${repo.slice(0, 100)}' is not a repository. Expected {repository}/{image}.`,
    );
  }
  if (image === '') {
    throw dockerError('NAME_UNKNOWN', `The image name is missing. Expected ${repo}/{image}.`);
  }
  if (!isImageName(image)) {
    const shown = image.slice(0, 100);
    throw dockerError('NAME_INVALID', `Invalid image name '${shown}': ${imageNameRule}`);
  }
  return { repo, image };
}

export function isImageName(image: string): boolean {
  return image.length <= maxNameLength && image.split('/').every((part) => component.test(part));
}

/**
 * An invalid tag is accepted here: reading it returns 404, and writing it fails with an
 * explanation.
 */
function readReference(text: string): Reference {
  return text.includes(':') ? { digest: checkDigest(text) } : { tag: text };
}

export function isTag(text: string): boolean {
  return tagRule.test(text);
}

export function isDigest(text: unknown): text is string {
  return typeof text === 'string' && digestRule.test(text);
}

/** Throws `HttpError` 400 unless the digest is valid and its algorithm is supported. */
export function checkDigest(text: unknown): string {
  if (isDigest(text)) return text;
  const shown = String(text).slice(0, 150);
  throw dockerError(
    'DIGEST_INVALID',
    `Invalid digest '${shown}'. Expected sha256: with 64 of 0-9 and a-f, or sha512: with 128.`,
  );
}

function readId(text: string): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return text;
  throw dockerError('BLOB_UPLOAD_UNKNOWN', 'Upload not found');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw dockerError('DIGEST_INVALID', 'The URL is not valid percent-encoded UTF-8');
  }
}
