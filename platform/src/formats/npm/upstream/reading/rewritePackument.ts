import { tarballPath } from '../../names.ts';
import type { PackumentForm } from '../../packument/localPackument.ts';
import { shortManifest } from '../../packument/shortManifest.ts';
import { markedTarball } from '../../packument/tarballMark.ts';
import { isServedVersion, type UpstreamDist, type UpstreamPackument } from './UpstreamPackument.ts';

type Json = Record<string, unknown>;

/** Like `readPackument`, for any packument, by parsing all of it. */
export function rewritePackument(
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
    if (!isServedVersion(version)) continue;
    dists.set(version, readDist(dist, dist.tarball, `${base}${tarballPath(name, version)}`));
    dist.tarball = markedTarball(name, version);
    versions[version] = form === 'short' ? { ...shortManifest(manifest), dist } : manifest;
  }
  if (dists.size === 0) return undefined;
  const tags = readTags(packument['dist-tags'], dists);
  const { _attachments, _rev, versions: _versions, ...rest } = packument;
  const top = form === 'short' ? { name, modified: modifiedOf(packument) } : rest;
  const text = Buffer.from(JSON.stringify({ ...top, 'dist-tags': tags, versions }));
  return { text, tags, dists };
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
