import { message } from '@lading/contract';
import { BadFile, type Deployer } from '../Deployer.ts';
import { readFromTgz } from '../readFromTgz.ts';

const notNpm = message(
  'packages.deploy.npm.notNpm',
  'Not an npm package. Expected a package.json with a name and a version',
);

export const npmDeployer: Deployer = {
  endings: ['.tgz', '.tar.gz'],
  about: message(
    'packages.deploy.npm.about',
    'Archives from npm pack. Name and version are read from the archive.',
  ),
  async prepare(file, { repoKey }) {
    const manifest = await manifestOf(file);
    const { name, version } = manifest;
    const attachment = `${name}-${version}.tgz`;
    const start = JSON.stringify({
      _id: name,
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, _id: `${name}@${version}` } },
    }).slice(0, -1);
    // Parts keep the tarball in memory only once.
    const body = new Blob([
      `${start},"_attachments":{${JSON.stringify(attachment)}:{"content_type":"application/octet-stream","data":"`,
      ...(await base64Of(file)),
      `","length":${file.size}}}}`,
    ]);
    return {
      method: 'PUT',
      path: `/artifactory/api/npm/${encodeURIComponent(repoKey)}/${name.replace('/', '%2f')}`,
      body,
      type: 'application/json',
    };
  },
};

type Manifest = Record<string, unknown> & { name: string; version: string };

async function manifestOf(file: File): Promise<Manifest> {
  const text = await readFromTgz(file, (path) => /^[^/]+\/package\.json$/.test(path)).catch(() => undefined);
  let manifest: Partial<Manifest> | null = null;
  try {
    manifest = JSON.parse(text ?? 'null') as Partial<Manifest> | null;
  } catch {
    // The error below reports it.
  }
  const { name, version } = manifest ?? {};
  if (typeof name !== 'string' || typeof version !== 'string') throw new BadFile(notNpm);
  return { ...manifest, name, version };
}

/** A multiple of 3 bytes, so that the Base64 texts of the pieces can be joined. */
const PIECE = 3 * 256 * 1024;

async function base64Of(file: File): Promise<string[]> {
  const pieces: string[] = [];
  for (let at = 0; at < file.size; at += PIECE) {
    const bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
    let text = '';
    for (let from = 0; from < bytes.length; from += 8192) {
      text += String.fromCharCode(...bytes.subarray(from, from + 8192));
    }
    pieces.push(btoa(text));
  }
  return pieces;
}
