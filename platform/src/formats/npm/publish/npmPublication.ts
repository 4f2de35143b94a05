import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import type { IndexedVersion } from '../../../packages/IndexedVersion.ts';
import type { Publication } from '../../../pipeline/publish.ts';
import { integrityOf } from '../integrity.ts';
import { tarballPath } from '../names.ts';
import { runsAtInstallation, shortManifest } from '../packument/shortManifest.ts';
import { markedAttestations } from '../packument/tarballMark.ts';
import type { TarballContents } from '../tarball.ts';
import { indexEntry } from './indexEntry.ts';
import type { Provenance } from './readProvenance.ts';
import type { PublishRequest } from './readPublish.ts';

/**
 * A version to be published. It is data instead of steps, so that versions can be stored together.
 */
export interface NpmPublication extends Required<Pick<Publication, 'repo' | 'path' | 'by' | 'mimeType'>> {
  name: string;
  version: string;
  blob: BlobInfo;
  /** Tags that move to the version. */
  tags: string[];
  /** The manifests of the packument, as JSON. */
  fullManifest: string;
  shortManifest: string;
  /** `dist` of the manifest, as JSON, without the URL. */
  dist: string;
  readme?: string;
  /** The Sigstore bundle, as JSON. */
  provenance?: string;
  /** The entry in the index of packages. The database sets `created`. */
  indexed: IndexedVersion;
}

const mimeType = 'application/gzip';

export function npmPublication(
  repo: string,
  request: PublishRequest,
  blob: BlobInfo,
  contents: TarballContents,
  by: string,
): NpmPublication {
  const { name, version, tags, provenance } = request;
  const manifest = ownManifest(request, contents, by);
  const { fileCount, unpackedSize, readme } = contents;
  const path = tarballPath(name, version);
  const shown = readme === undefined ? {} : { readme };
  const file = { ...blob, path, mimeType };
  const entry = { repo, name, version, manifest, created: new Date(0), file, ...shown };
  return {
    ...{ repo, name, version, path, by, mimeType, blob, tags },
    fullManifest: JSON.stringify(manifest),
    shortManifest: JSON.stringify(shortManifest(manifest)),
    dist: JSON.stringify({
      ...{ integrity: integrityOf(blob), shasum: blob.sha1, fileCount, unpackedSize },
      ...(provenance ? { attestations: shownProvenance(name, version, provenance) } : {}),
    }),
    ...shown,
    ...(provenance ? { provenance: provenance.bundle } : {}),
    indexed: indexEntry(entry),
  };
}

/** The place of the bundle comes first: see `tarballMark.ts`. */
function shownProvenance(name: string, version: string, { predicateType }: Provenance) {
  return { url: markedAttestations(name, version), provenance: { predicateType } };
}

/**
 * The client's manifest, without the parts that are stored elsewhere, and with those that only the
 * tarball shows.
 */
function ownManifest({ manifest, name, version }: PublishRequest, contents: TarballContents, by: string) {
  const { dist: _dist, readme: _readme, hasInstallScript: _claimed, ...rest } = manifest;
  return {
    ...rest,
    _id: `${name}@${version}`,
    _npmUser: { name: by, email: '' },
    maintainers: [{ name: by, email: '' }],
    ...(runsAtInstallation(manifest) || contents.hasBindingGyp ? { hasInstallScript: true } : {}),
  };
}
