import { buffer } from 'node:stream/consumers';
import { blobs } from '../../../storage/storage.ts';
import { findImageBlob } from '../blobs/imageBlobs.ts';
import type { Named } from '../dockerPath.ts';
import { findManifest, manifestBytes } from './findManifest.ts';
import { licensesOf } from './licensesOf.ts';
import { type Descriptor, isObject, type Manifest, readManifest } from './readManifest.ts';

/** The description of an image in the index. */
export interface ImageDescription {
  description?: string;
  licenses: string[];
  created?: Date;
  keywords: string[];
  readme?: string;
}

/** Maximum size of a configuration in bytes; typical ones have a few thousand. */
const largestConfig = 1024 * 1024;

/** Reads annotations and falls back to labels; for an index, those of its first image. */
export async function describeImage(named: Named, manifest: Manifest): Promise<ImageDescription> {
  const { labels, created } = await configOf(named, manifest);
  const said = (name: string) => {
    const key = `org.opencontainers.image.${name}`;
    return manifest.annotations[key] || labels[key] || undefined;
  };
  const date = dateOf(said('created') ?? created);
  const description = said('description') ?? said('title');
  return {
    licenses: licensesOf(said('licenses')),
    keywords: [],
    ...(description ? { description: description.slice(0, 4000) } : {}),
    ...(date ? { created: date } : {}),
  };
}

interface Config {
  labels: Record<string, string>;
  created?: string;
}

/** The labels in the configuration; for an index, those of its first image. */
export async function configOf(named: Named, manifest: Manifest): Promise<Config> {
  const image = manifest.config ? manifest : await firstImage(named, manifest);
  const config = image?.config && (await readConfig(named, image.config));
  if (!config) return { labels: {} };
  const { config: inner, created } = config;
  const labels = isObject(inner) && isObject(inner.Labels) ? inner.Labels : {};
  const texts = Object.entries(labels).filter(
    (each): each is [string, string] => typeof each[1] === 'string',
  );
  return { labels: Object.fromEntries(texts), ...(typeof created === 'string' ? { created } : {}) };
}

/** The first image of an index. Entries that builders add, such as attestations, are skipped. */
export async function firstImage(named: Named, { manifests }: Manifest): Promise<Manifest | undefined> {
  const images = manifests.filter(({ platform }) => platform === undefined || platform.os !== 'unknown');
  for (const { digest } of images.slice(0, 5)) {
    const found = await findManifest([named.repo], named.image, { digest });
    const manifest = found && readManifest(await manifestBytes(found.sha256), found.mediaType);
    if (manifest?.config) return manifest;
  }
  return undefined;
}

/** Reads a configuration as JSON; undefined if it is missing, too large, or invalid. */
export async function readConfig(
  { repo, image }: Named,
  { digest }: Descriptor,
): Promise<Record<string, unknown> | undefined> {
  const blob = await findImageBlob([repo], image, digest);
  if (!blob || blob.size > largestConfig) return undefined;
  try {
    const value: unknown = JSON.parse((await buffer(await blobs().open(blob.sha256))).toString());
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Reproducible builds use a fixed date, which is ignored. */
function dateOf(text: string | undefined): Date | undefined {
  const date = new Date(text ?? '');
  return date.getTime() > Date.UTC(2005, 0) && date.getTime() < Date.now() ? date : undefined;
}
