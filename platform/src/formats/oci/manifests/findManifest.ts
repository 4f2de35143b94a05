import { buffer } from 'node:stream/consumers';
import { Batch } from '../../../database/Batch.ts';
import { currentPlatform, query } from '../../../database/db.ts';
import { CountedCache } from '../../../platform/CountedCache.ts';
import { blobs } from '../../../storage/storage.ts';
import type { Reference } from '../dockerPath.ts';

/** A manifest stored in a repository. */
export interface FoundManifest {
  repo: string;
  digest: string;
  sha256: string;
  mediaType: string;
  size: number;
  artifactType: string | null;
  subject: string | null;
  /** The requested tag, or the tag that was last moved to the manifest. */
  tag: string | null;
  /** For a tag: seconds since it was last confirmed. */
  age: number;
}

interface Question {
  repos: readonly string[];
  image: string;
  reference: Reference;
}

interface Row extends FoundManifest {
  number: number;
}

const columns = `m.repo, m.digest, m.sha256, m.media_type AS "mediaType", m.size::float8 AS size,
      m.artifact_type AS "artifactType", m.subject`;

const byTag = {
  name: 'docker-manifest-by-tag',
  text: `
    SELECT DISTINCT ON (k.number) k.number, ${columns}, t.tag, extract(epoch FROM now() - t.checked)::float8 AS age
    FROM unnest($1::integer[], $2::integer[], $3::text[], $4::text[], $5::text[]) AS k (number, place, repo, image, tag)
    CROSS JOIN LATERAL (SELECT * FROM docker_tags o WHERE o.repo = k.repo AND o.image = k.image AND o.tag = k.tag LIMIT 1) t
    CROSS JOIN LATERAL (SELECT * FROM docker_manifests o
      WHERE o.repo = t.repo AND o.image = t.image AND o.digest = t.digest LIMIT 1) m
    ORDER BY k.number, k.place`,
};

const byDigest = {
  name: 'docker-manifest-by-digest',
  text: `
    SELECT DISTINCT ON (k.number) k.number, ${columns}, 0::float8 AS age, (SELECT o.tag FROM docker_tags o
      WHERE o.repo = m.repo AND o.image = m.image AND o.digest = m.digest ORDER BY o.moved DESC, o.tag LIMIT 1) AS tag
    FROM unnest($1::integer[], $2::integer[], $3::text[], $4::text[], $5::text[]) AS k (number, place, repo, image, digest)
    CROSS JOIN LATERAL (SELECT * FROM docker_manifests o
      WHERE o.repo = k.repo AND o.image = k.image AND o.digest = k.digest LIMIT 1) m
    ORDER BY k.number, k.place`,
};

export const createTagQueries = () =>
  new Batch<Question, FoundManifest | undefined>((asked) => ask(byTag, asked));
const tags = () => currentPlatform().formats.oci.tagQueries;
export const createDigestQueries = () =>
  new Batch<Question, FoundManifest | undefined>((asked) => ask(byDigest, asked));
const digests = () => currentPlatform().formats.oci.digestQueries;

/** The manifest in the first of the repositories that has it. Concurrent calls share one query. */
export function findManifest(
  repos: readonly string[],
  image: string,
  reference: Reference,
): Promise<FoundManifest | undefined> {
  const batch = 'tag' in reference ? tags() : digests();
  return batch.ask({ repos, image, reference });
}

async function ask(
  statement: typeof byTag,
  asked: readonly Question[],
): Promise<(FoundManifest | undefined)[]> {
  const rows = asked.flatMap(({ repos, image, reference }, number) =>
    repos.map((repo, place) => ({
      number,
      place,
      repo,
      image,
      wanted: 'tag' in reference ? reference.tag : reference.digest,
    })),
  );
  const found = await query<Row>(statement, [
    rows.map(({ number }) => number),
    rows.map(({ place }) => place),
    rows.map(({ repo }) => repo),
    rows.map(({ image }) => image),
    rows.map(({ wanted }) => wanted),
  ]);
  const answers: (FoundManifest | undefined)[] = asked.map(() => undefined);
  for (const { number, ...manifest } of found) answers[number] = manifest;
  return answers;
}

/** Maximum bytes of cached manifests: they are requested often and never change. */
const capacity = 16 * 1024 * 1024;
export const createRecentManifests = () =>
  new CountedCache<string>({
    maxSize: capacity,
    maxEntrySize: 512 * 1024,
    // Two bytes per character, because a text with a character beyond Latin-1 is stored as UTF-16.
    sizeCalculation: (text) => text.length * 2 + 200,
  });
const recent = () => currentPlatform().formats.oci.recentManifests;

/**
 * The manifest's text, unchanged UTF-8. A string is sent in one write with the headers; bytes need
 * another. Throws `HttpError` 404 if the manifest no longer exists.
 */
export async function manifestText(sha256: string): Promise<string> {
  const known = recent().get(sha256);
  if (known !== undefined) return known;
  const text = (await buffer(await blobs().open(sha256))).toString();
  recent().set(sha256, text);
  return text;
}

export async function manifestBytes(sha256: string): Promise<Buffer> {
  return Buffer.from(await manifestText(sha256));
}
