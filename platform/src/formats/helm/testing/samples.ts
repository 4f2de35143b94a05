import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

export interface SampleChart {
  name: string;
  version: string;
  /** More lines of Chart.yaml. */
  more?: string;
  files?: Record<string, string>;
}

/** Builds a chart archive like `helm package`. */
export async function chartArchive({ name, version, more = '', files = {} }: SampleChart): Promise<Buffer> {
  const all = {
    'Chart.yaml': `apiVersion: v2\nname: ${name}\nversion: ${version}\n${more}`,
    'values.yaml': 'replicas: 1\n',
    ...files,
  };
  const archive = pack();
  for (const [path, content] of Object.entries(all)) archive.entry({ name: `${name}/${path}` }, content);
  archive.finalize();
  return gzipSync(await buffer(archive));
}

export const provenance = (name: string, version: string) =>
  `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nname: ${name}\nversion: ${version}\n\n...\nfiles:\n  ${name}-${version}.tgz: sha256:00\n-----BEGIN PGP SIGNATURE-----\n\nx\n-----END PGP SIGNATURE-----\n`;
