import { shown } from '../../../errors/shown.ts';
import { checkDigest } from '../dockerPath.ts';
import { dockerError } from '../errors.ts';
import { imageTypes, indexTypes, isIndex } from './mediaTypes.ts';

/** A reference from a manifest to a blob or another manifest. */
export interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
  platform?: { architecture: string; os: string; variant?: string };
  artifactType?: string;
  annotations: Record<string, string>;
}

/** The parsed fields of a manifest; its bytes are stored unchanged. */
export interface Manifest {
  mediaType: string;
  /** Only for an image or another artifact. */
  config?: Descriptor;
  /** For an index, the entries that are not manifests, which builders use for caches. */
  layers: Descriptor[];
  /** Only for an index. */
  manifests: Descriptor[];
  artifactType?: string;
  /** The digest of the manifest that this one refers to as its subject. */
  subject?: string;
  annotations: Record<string, string>;
}

/** Maximum size of a manifest in bytes; the specification requires every registry to accept it. */
export const largestManifest = 4 * 1024 * 1024;
/** Maximum number of parts in a manifest. */
const mostParts = 10_000;

const bad = (what: string) => dockerError('MANIFEST_INVALID', `Invalid manifest: ${what}`);

/**
 * Parses a manifest. `contentType` is the type sent by the client; without one, the type in the
 * manifest applies. Throws `HttpError` 400.
 */
export function readManifest(bytes: Buffer, contentType: string | undefined): Manifest {
  const given = parse(bytes);
  if (given.schemaVersion !== 2) {
    throw bad(`schemaVersion is ${shown(given.schemaVersion)}; expected 2`);
  }
  const mediaType = typeOf(given, contentType);
  const artifactType = optionalText(given.artifactType, 'artifactType');
  const common = {
    mediaType,
    annotations: annotationsOf(given.annotations),
    ...(artifactType ? { artifactType } : {}),
    ...(given.subject == null ? {} : { subject: descriptor(given.subject, 'subject').digest }),
  };
  if (isIndex(mediaType)) {
    if ('layers' in given || 'config' in given) throw bad('an index cannot have config or layers');
    const listed = descriptors(given.manifests, 'manifests');
    const isManifest = ({ mediaType: type }: Descriptor) => imageTypes.includes(type) || isIndex(type);
    return {
      ...common,
      layers: listed.filter((each) => !isManifest(each)),
      manifests: listed.filter(isManifest),
    };
  }
  if ('manifests' in given) throw bad('an image manifest cannot contain manifests; use an index');
  return {
    ...common,
    config: descriptor(given.config, 'config'),
    layers: descriptors(given.layers, 'layers'),
    manifests: [],
  };
}

function parse(bytes: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw bad('it is not JSON');
  }
  if (isObject(value)) return value;
  throw bad('it is not a JSON object');
}

function typeOf(given: Record<string, unknown>, contentType: string | undefined): string {
  const said = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  const own = optionalText(given.mediaType, 'mediaType');
  const known = [...imageTypes, ...indexTypes];
  const plain = said === undefined || said === '' || said === 'application/json';
  const type = plain ? (own ?? ('manifests' in given ? indexTypes[0] : imageTypes[0])) : said;
  if (type === undefined || !known.includes(type)) {
    throw bad(`unknown media type ${shown(type)}; expected one of ${known.join(', ')}`);
  }
  if (own !== undefined && own !== type)
    throw bad(`its Content-Type is ${shown(type)}, but its mediaType is ${shown(own)}`);
  return type;
}

function descriptors(value: unknown, field: string): Descriptor[] {
  // Go clients write an empty list as null.
  if (value === null) return [];
  if (!Array.isArray(value)) throw bad(`${field} is not a list`);
  if (value.length > mostParts) throw bad(`${field} has more than ${mostParts} entries`);
  return value.map((each, at) => descriptor(each, `${field}[${at}]`));
}

function descriptor(value: unknown, field: string): Descriptor {
  if (!isObject(value)) throw bad(`${field} is not a descriptor`);
  const { mediaType, digest, size, platform, artifactType } = value;
  if (!isMediaType(mediaType)) {
    throw bad(`${field}.mediaType is ${shown(mediaType)}; expected a media type`);
  }
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) {
    throw bad(`${field}.size is ${shown(size)}; expected a number of bytes`);
  }
  if (typeof digest !== 'string') throw bad(`${field}.digest is ${shown(digest)}`);
  return {
    mediaType,
    size,
    digest: checkDigest(digest),
    annotations: annotationsOf(value.annotations),
    ...platformOf(platform),
    ...(isMediaType(artifactType) ? { artifactType } : {}),
  };
}

function platformOf(value: unknown): Pick<Descriptor, 'platform'> {
  if (!isObject(value)) return {};
  const { architecture, os, variant } = value;
  if (typeof architecture !== 'string' || typeof os !== 'string') return {};
  return { platform: { architecture, os, ...(typeof variant === 'string' ? { variant } : {}) } };
}

function annotationsOf(value: unknown): Record<string, string> {
  if (value == null) return {};
  if (!isObject(value)) throw bad('annotations are not an object');
  const wrong = Object.entries(value).find(([, each]) => typeof each !== 'string');
  if (wrong) throw bad(`the annotation ${shown(wrong[0])} is not a string`);
  return value as Record<string, string>;
}

function isMediaType(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value);
}

function optionalText(value: unknown, field: string): string | undefined {
  if (value == null || value === '') return undefined;
  if (isMediaType(value)) return value;
  throw bad(`${field} is ${shown(value)}; expected a media type`);
}

/** Whether the layer must not be redistributed: clients fetch it from its origin. */
export function isForeign({ mediaType }: Descriptor): boolean {
  return mediaType.includes('nondistributable') || mediaType.includes('.foreign.');
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
