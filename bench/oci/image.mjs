import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const run = promisify(execFile);

/** An image as a folder in the OCI layout, of layers that do not compress; gives the folder. */
export function makeImage(folder, { megabytes, layers }) {
  const blobs = join(folder, 'blobs', 'sha256');
  mkdirSync(blobs, { recursive: true });
  const put = (bytes, mediaType) => {
    const hex = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(join(blobs, hex), bytes);
    return { mediaType, digest: `sha256:${hex}`, size: bytes.length };
  };
  const json = (value) => Buffer.from(JSON.stringify(value));
  const diffs = [];
  const made = Array.from({ length: layers }, () => {
    const tar = tarOf('data.bin', randomBytes((megabytes * 1_000_000) / layers));
    diffs.push(`sha256:${createHash('sha256').update(tar).digest('hex')}`);
    return put(gzipSync(tar, { level: 1 }), 'application/vnd.oci.image.layer.v1.tar+gzip');
  });
  const config = put(
    json({ architecture: 'amd64', os: 'linux', rootfs: { type: 'layers', diff_ids: diffs } }),
    'application/vnd.oci.image.config.v1+json',
  );
  const mediaType = 'application/vnd.oci.image.manifest.v1+json';
  const manifest = put(json({ schemaVersion: 2, mediaType, config, layers: made }), mediaType);
  const annotations = { 'org.opencontainers.image.ref.name': 'latest' };
  writeFileSync(
    join(folder, 'index.json'),
    json({ schemaVersion: 2, manifests: [{ ...manifest, annotations }] }),
  );
  writeFileSync(join(folder, 'oci-layout'), json({ imageLayoutVersion: '1.0.0' }));
  return folder;
}

function tarOf(name, content) {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([
    header,
    content,
    Buffer.alloc((512 - (content.length % 512)) % 512),
    Buffer.alloc(1024),
  ]);
}

/** Runs skopeo with a separate home, so that no cached layer locations are used. */
export class Skopeo {
  #home;
  #peer;

  constructor(home, peer) {
    this.#home = home;
    this.#peer = peer;
    mkdirSync(join(home, '.config', 'containers'), { recursive: true });
    const policy = { default: [{ type: 'insecureAcceptAnything' }] };
    writeFileSync(join(home, '.config', 'containers', 'policy.json'), JSON.stringify(policy));
  }

  /** Milliseconds from the start of the client to its end. */
  push(image, name) {
    return this.#copy('dest', `oci:${image}:latest`, this.#address(name));
  }

  pull(name) {
    return this.#copy('src', this.#address(name), `dir:${join(this.#home, 'out')}`);
  }

  remove() {
    rmSync(this.#home, { recursive: true, force: true });
  }

  #address(name) {
    return `docker://${new URL(this.#peer.origin).host}/${this.#peer.prefix}${name}`;
  }

  async #copy(side, from, to) {
    const { credentials } = this.#peer;
    const signIn = credentials ? [`--${side}-creds`, credentials] : [];
    const args = ['copy', '--quiet', `--${side}-tls-verify=false`, ...signIn, from, to];
    const started = performance.now();
    // Root's clients share what they know of where layers are; others keep it in their home.
    const own = { _CONTAINERS_ROOTLESS_UID: '1000', XDG_DATA_HOME: this.#home };
    await run('skopeo', args, {
      env: { PATH: process.env.PATH, HOME: this.#home, TMPDIR: this.#home, ...own },
    });
    return performance.now() - started;
  }
}
