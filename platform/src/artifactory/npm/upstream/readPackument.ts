import { tarballPath, versionOfTarball } from '../names.ts';
import type { PackumentForm } from '../packument/localPackument.ts';
import { shortManifest } from '../packument/shortManifest.ts';
import { markedTarball } from '../packument/tarballMark.ts';

type Json = Record<string, unknown>;

/** Where a version's tarball comes from, and how it is known to be the right one. */
export interface UpstreamDist {
  /** Absent where it is in the usual place. */
  url?: string;
  integrity?: string;
  shasum?: string;
}

/** A packument of an upstream in the form that it is kept in. */
export interface UpstreamPackument {
  /** JSON with marks for addresses. */
  text: string;
  tags: Record<string, string>;
  dists: Map<string, UpstreamDist>;
}

/** Versions that may stand in an address; what an upstream has besides is left out. */
const versionForm = /^\d+\.\d+\.\d+[0-9A-Za-z.+-]*$/;

/**
 * Undefined when it is no packument of that package, `none` when it is one without versions, as registries show what was
 * unpublished. What in it does not hold by itself is left out.
 */
export function readPackument(
  body: string,
  name: string,
  form: PackumentForm,
  base: string,
): UpstreamPackument | 'none' | undefined {
  const packument = parse(body);
  if (!packument || packument.name !== name) return undefined;
  if (packument.versions === undefined && isObject(packument.time)) return 'none';
  if (!isObject(packument.versions)) return undefined;
  if (Object.keys(packument.versions).length === 0) return 'none';
  const dists = new Map<string, UpstreamDist>();
  const versions: Json = {};
  for (const [version, manifest] of Object.entries(packument.versions)) {
    const dist = isObject(manifest) ? manifest.dist : undefined;
    if (!isObject(manifest) || !isObject(dist) || typeof dist.tarball !== 'string') continue;
    if (!versionForm.test(version) || version.length > 256) continue;
    dists.set(version, readDist(dist, dist.tarball, `${base}${tarballPath(name, version)}`));
    dist.tarball = markedTarball(name, version);
    versions[version] = form === 'short' ? { ...shortManifest(manifest), dist } : manifest;
  }
  if (dists.size === 0) return undefined;
  const tags = readTags(packument['dist-tags'], dists);
  const { _attachments, _rev, versions: _versions, ...rest } = packument;
  const top = form === 'short' ? { name, modified: modifiedOf(packument) } : rest;
  return { text: JSON.stringify({ ...top, 'dist-tags': tags, versions }), tags, dists };
}

function readDist(dist: Json, address: string, usual: string): UpstreamDist {
  return {
    ...(address === usual ? {} : { url: address }),
    ...(typeof dist.integrity === 'string' ? { integrity: dist.integrity } : {}),
    ...(typeof dist.shasum === 'string' ? { shasum: dist.shasum } : {}),
  };
}

function readTags(value: unknown, dists: ReadonlyMap<string, UpstreamDist>): Record<string, string> {
  const given = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    given.filter((each): each is [string, string] => typeof each[1] === 'string' && dists.has(each[1])),
  );
}

function modifiedOf({ modified, time }: Json): unknown {
  return modified ?? (isObject(time) ? time.modified : undefined);
}

/** The version that a file name stands for, also one that only the upstream's packument knows. */
export function versionOfFile(
  name: string,
  file: string,
  dists: ReadonlyMap<string, UpstreamDist>,
): string | undefined {
  const usual = versionOfTarball(name, file);
  if (usual !== undefined && dists.has(usual)) return usual;
  for (const [version, { url }] of dists) if (url?.endsWith(`/${file}`)) return version;
  return undefined;
}

function parse(body: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
