import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Writes a directory in the OCI image layout: an image with one layer, tagged 1.0. */
export function writeImage(folder: string): void {
  const blobs = join(folder, 'blobs', 'sha256');
  mkdirSync(blobs, { recursive: true });
  const put = (mediaType: string, bytes: Buffer) => {
    const hex = sha256(bytes);
    writeFileSync(join(blobs, hex), bytes);
    return { mediaType, digest: `sha256:${hex}`, size: bytes.length };
  };
  const json = (value: object) => Buffer.from(JSON.stringify(value));
  const type = (what: string) => `application/vnd.oci.image.${what}`;
  const tar = tarOf('hold/manifest.txt', 'tea\n');
  const layer = put(type('layer.v1.tar+gzip'), gzipSync(tar));
  const config = put(
    type('config.v1+json'),
    json({
      architecture: 'amd64',
      os: 'linux',
      config: { ExposedPorts: { '8080/tcp': {} } },
      rootfs: { type: 'layers', diff_ids: [`sha256:${sha256(tar)}`] },
      history: [{ created: '2026-11-01T10:00:00Z', created_by: 'RUN /bin/sh -c fill --the hold # buildkit' }],
    }),
  );
  const manifest = put(
    type('manifest.v1+json'),
    json({ schemaVersion: 2, mediaType: type('manifest.v1+json'), config, layers: [layer] }),
  );
  writeFileSync(join(folder, 'oci-layout'), json({ imageLayoutVersion: '1.0.0' }));
  const annotations = { 'org.opencontainers.image.ref.name': '1.0' };
  writeFileSync(
    join(folder, 'index.json'),
    json({ schemaVersion: 2, manifests: [{ ...manifest, annotations }] }),
  );
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns an archive with one file. */
function tarOf(path: string, text: string): Buffer {
  const head = Buffer.alloc(512);
  head.write(path, 0);
  head.write('0000644\0', 100);
  head.write('0000000\0', 108);
  head.write('0000000\0', 116);
  head.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
  head.write('00000000000\0', 136);
  head.fill(' ', 148, 156);
  head.write('0', 156);
  head.write('ustar\0', 257);
  head.write('00', 263);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const body = Buffer.alloc(512);
  body.write(text);
  return Buffer.concat([head, body, Buffer.alloc(1024)]);
}
