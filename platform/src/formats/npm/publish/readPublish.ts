import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { checkNewName, checkTag, checkVersion, tarballFile, unscoped } from '../names.ts';
import { type Provenance, readProvenance } from './readProvenance.ts';

/** Fields of a publish document, without the bytes of the tarball. */
export interface PublishRequest {
  name: string;
  version: string;
  /** The version's manifest as the client sent it. */
  manifest: Record<string, unknown>;
  /** Tags that move to the version. */
  tags: string[];
  claimed: { integrity?: string; shasum?: string };
  /** Bytes of the tarball, if the client specifies the length. */
  length?: number;
  provenance?: Provenance;
}

type Document = Record<string, unknown>;

/**
 * The version that the attached file publishes. Throws `HttpError` 400 naming the field that does
 * not hold.
 */
export function readPublish(document: Document, packageName: string, attachment: string): PublishRequest {
  const name = checkNewName(document.name);
  if (name !== packageName) throw bad(`'name' is ${shown(name)}, but the URL contains ${shown(packageName)}`);
  const { version, manifest } = publishedVersion(document, name, attachment);
  if (manifest.name !== name)
    throw bad(`the 'name' in the manifest is ${shown(manifest.name)}, not ${shown(name)}`);
  if (manifest.version !== version)
    throw bad(`the 'version' in the manifest is ${shown(manifest.version)}, not ${version}`);
  const length = attached(document, attachment).length;
  if (length !== undefined && typeof length !== 'number')
    throw bad("the 'length' of the attachment is not a number");
  const provenance = readProvenance(objectOf(document._attachments, `'_attachments'`), { name, version });
  const dist = manifest.dist === undefined ? {} : objectOf(manifest.dist, "the 'dist' of the manifest");
  return {
    name,
    version,
    manifest,
    tags: readTags(document['dist-tags'], version),
    claimed: { ...textOf(dist, 'integrity'), ...textOf(dist, 'shasum') },
    ...(length === undefined ? {} : { length }),
    ...(provenance ? { provenance } : {}),
  };
}

/** The one whose tarball is attached: a client may send the versions that exist along with it. */
function publishedVersion(
  document: Document,
  name: string,
  attachment: string,
): { version: string; manifest: Document } {
  const versions = objectOf(document.versions, `'versions'`);
  const names = Object.keys(versions);
  const expected = (version: string) => [tarballFile(name, version), `${name}-${version}.tgz`];
  const found =
    names.find((each) => expected(each).includes(attachment)) ?? (names.length === 1 ? names[0] : undefined);
  if (found === undefined) {
    throw bad(
      `none of 'versions' matches the attachment ${shown(attachment)}; expected ${unscoped(name)}-VERSION.tgz`,
    );
  }
  const version = checkVersion(found);
  if (!expected(version).includes(attachment)) {
    throw bad(`the name of the attachment is ${shown(attachment)}; expected ${expected(version)[0]}`);
  }
  return { version, manifest: objectOf(versions[version], `'versions' → ${version}`) };
}

function readTags(value: unknown, version: string): string[] {
  const tags = value === undefined ? {} : objectOf(value, `'dist-tags'`);
  return Object.entries(tags)
    .filter(([, tagged]) => tagged === version)
    .map(([tag]) => checkTag(tag));
}

function attached(document: Document, attachment: string): Document {
  return objectOf(
    objectOf(document._attachments, `'_attachments'`)[attachment],
    `'_attachments' → ${attachment}`,
  );
}

export function objectOf(value: unknown, what: string): Document {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Document;
  throw bad(`${what} is not an object`);
}

function textOf(dist: Document, field: 'integrity' | 'shasum'): Partial<Record<typeof field, string>> {
  const value = dist[field];
  if (value === undefined || value === null) return {};
  if (typeof value !== 'string') throw bad(`'dist' → '${field}' in the manifest is not a string`);
  return { [field]: value };
}

function bad(what: string): HttpError {
  return new HttpError(400, 'BAD_PUBLISH', `Invalid publish document: ${what}`);
}
