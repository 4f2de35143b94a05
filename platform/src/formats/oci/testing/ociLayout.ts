import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { ociConfig, ociIndex, ociLayer, ociManifest } from './RegistryClient.ts';

/** Writes images in the OCI layout, one per architecture, so that no build is needed. */
export async function writeLayout(
  folder: string,
  files: Record<string, string | Buffer>,
  {
    architectures = ['amd64'],
    labels = {},
  }: { architectures?: string[]; labels?: Record<string, string> } = {},
): Promise<void> {
  await mkdir(join(folder, 'blobs', 'sha256'), { recursive: true });
  const put = async (bytes: Buffer, mediaType: string) => {
    const hex = createHash('sha256').update(bytes).digest('hex');
    await writeFile(join(folder, 'blobs', 'sha256', hex), bytes);
    return { mediaType, digest: `sha256:${hex}`, size: bytes.length };
  };
  const json = (value: object) => Buffer.from(JSON.stringify(value));
  const manifests: object[] = [];
  for (const architecture of architectures) {
    const tar = pack();
    for (const [name, content] of Object.entries({ ...files, 'etc/arch': architecture })) {
      tar.entry({ name }, content);
    }
    tar.finalize();
    const bytes = await buffer(tar);
    const layer = await put(gzipSync(bytes), ociLayer);
    const diff = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    const created = '2024-05-01T10:00:00Z';
    const config = await put(
      json({
        architecture,
        os: 'linux',
        created,
        config: {
          Cmd: ['/bin/sh'],
          Labels: labels,
          ExposedPorts: { '8080/tcp': {} },
          Volumes: { '/data': {} },
        },
        rootfs: { type: 'layers', diff_ids: [diff] },
        history: [
          { created, created_by: '/bin/sh -c #(nop) ADD file:abc in / ' },
          { created, created_by: '/bin/sh -c #(nop)  CMD ["/bin/sh"]', empty_layer: true },
        ],
      }),
      ociConfig,
    );
    const manifest = await put(
      json({ schemaVersion: 2, mediaType: ociManifest, config, layers: [layer] }),
      ociManifest,
    );
    manifests.push({ ...manifest, platform: { architecture, os: 'linux' } });
  }
  const top =
    manifests.length === 1
      ? manifests[0]
      : await put(json({ schemaVersion: 2, mediaType: ociIndex, manifests }), ociIndex);
  const named = { ...top, annotations: { 'org.opencontainers.image.ref.name': 'latest' } };
  await writeFile(join(folder, 'index.json'), json({ schemaVersion: 2, manifests: [named] }));
  await writeFile(join(folder, 'oci-layout'), json({ imageLayoutVersion: '1.0.0' }));
}
