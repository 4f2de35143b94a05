import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Platform } from './platform.ts';

const oci = (type: string) => `application/vnd.oci.image.${type}`;
const manifestType = oci('manifest.v1+json');

export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/** Pushes to one image repository by the registry protocol, as the administrator. */
export class Registry {
  readonly #base: string;
  readonly #authorization: string;

  /** `name`: `docker-local/team/app`. */
  constructor(platform: Pick<Platform, 'origin' | 'password'>, name: string) {
    this.#base = `${platform.origin}/v2/${name}`;
    this.#authorization = `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
  }

  /** Pushes an image for one platform with one layer, under a tag if there is one. */
  async image(architecture: string, tag?: string): Promise<Descriptor & { readonly platform: object }> {
    const config = {
      ...{ architecture, os: 'linux', created: '2026-11-20T10:00:00Z' },
      config: { User: 'app', Entrypoint: ['/app'], ExposedPorts: { '8080/tcp': {} }, Env: ['PATH=/bin'] },
      rootfs: { type: 'layers', diff_ids: [] },
      history: [{ created: '2026-11-20T10:00:00Z', created_by: 'COPY app /app # buildkit' }],
    };
    const layer = gzipSync(`layer for ${architecture}`);
    const manifest = {
      ...{ schemaVersion: 2, mediaType: manifestType },
      config: await this.#blob(Buffer.from(JSON.stringify(config)), oci('config.v1+json')),
      layers: [await this.#blob(layer, oci('layer.v1.tar+gzip'))],
    };
    return { ...(await this.#manifest(manifest, tag)), platform: { os: 'linux', architecture } };
  }

  /** Pushes an index of images for several platforms. */
  index(manifests: readonly object[], tag: string): Promise<Descriptor> {
    return this.#manifest({ schemaVersion: 2, mediaType: oci('index.v1+json'), manifests }, tag);
  }

  /**
   * Attaches a document to an image or index, as oras does, or as cosign does if `tag` is given
   * instead of a subject.
   */
  async attach(document: object, type: string, to: { subject: Descriptor } | { tag: string }): Promise<void> {
    const config = await this.#blob(Buffer.from('{}'), 'application/vnd.oci.empty.v1+json');
    const layers = [await this.#blob(Buffer.from(JSON.stringify(document)), type)];
    const manifest = { schemaVersion: 2, mediaType: manifestType, config, layers };
    if ('tag' in to) return void (await this.#manifest(manifest, to.tag));
    const { mediaType, digest, size } = to.subject;
    await this.#manifest({ ...manifest, artifactType: type, subject: { mediaType, digest, size } });
  }

  async #blob(bytes: Buffer, mediaType: string): Promise<Descriptor> {
    const begun = await this.#send('POST', `${this.#base}/blobs/uploads/`);
    const url = new URL(begun.headers.get('location') ?? '', this.#base);
    const digest = digestOf(bytes);
    url.searchParams.set('digest', digest);
    await this.#send('PUT', url.href, bytes);
    return { mediaType, digest, size: bytes.length };
  }

  async #manifest(
    manifest: { mediaType: string; [field: string]: unknown },
    tag?: string,
  ): Promise<Descriptor> {
    const bytes = Buffer.from(JSON.stringify(manifest));
    const digest = digestOf(bytes);
    await this.#send('PUT', `${this.#base}/manifests/${tag ?? digest}`, bytes, manifest.mediaType);
    return { mediaType: manifest.mediaType, digest, size: bytes.length };
  }

  async #send(method: string, url: string, bytes?: Buffer, type?: string): Promise<Response> {
    const headers = { authorization: this.#authorization, ...(type ? { 'content-type': type } : {}) };
    const body = bytes ? { body: new Uint8Array(bytes) } : {};
    const answer = await fetch(url, { method, headers, ...body });
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
