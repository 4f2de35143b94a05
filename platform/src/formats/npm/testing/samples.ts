import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

/** A package; `files` are by path below `package/`. A package.json is added if missing. */
export interface SamplePackage {
  name: string;
  version: string;
  manifest?: Record<string, unknown>;
  files?: Record<string, string | Buffer>;
}

/** Builds a tarball like `npm pack`. */
export async function sampleTarball({ name, version, manifest, files }: SamplePackage): Promise<Buffer> {
  const own = { 'package.json': JSON.stringify({ name, version, ...manifest }) };
  const entries = Object.entries({ ...own, ...files }).map(([path, content]): [string, string | Buffer] => [
    `package/${path}`,
    content,
  ]);
  return gzipSync(await archive(entries));
}

/** Builds an uncompressed tar archive, deterministically. */
export async function archive(entries: [path: string, content: string | Buffer][]): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of entries) tar.entry({ name, mtime: new Date(0) }, content);
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

export interface PublishBody {
  _id: string;
  name: string;
  'dist-tags': Record<string, string>;
  versions: Record<string, Record<string, unknown> & { dist: Record<string, unknown> }>;
  _attachments: Record<string, { content_type: string; data: string; length: number }>;
}

/** The publish document that npm sends with the tarball. */
export function publishBody(sample: SamplePackage, tarball: Buffer, tag = 'latest'): PublishBody {
  const { name, version, manifest } = sample;
  const hash = (algorithm: string, encoding: 'hex' | 'base64') =>
    createHash(algorithm).update(tarball).digest(encoding);
  const dist = {
    integrity: `sha512-${hash('sha512', 'base64')}`,
    shasum: hash('sha1', 'hex'),
    tarball: `http://127.0.0.1/${name}/-/${name}-${version}.tgz`,
  };
  return {
    _id: name,
    name,
    'dist-tags': { [tag]: version },
    versions: { [version]: { ...manifest, name, version, _id: `${name}@${version}`, dist } },
    _attachments: {
      [`${name}-${version}.tgz`]: {
        content_type: 'application/octet-stream',
        data: tarball.toString('base64'),
        length: tarball.length,
      },
    },
  };
}
