import { message } from '@lading/contract';
import { BadFile, type Deployer, pathAddress } from '../Deployer.ts';

const notGo = message(
  'packages.deploy.go.notGo',
  'Not a Go module archive. Expected files below module@version/',
);

export const golangDeployer: Deployer = {
  endings: ['.zip'],
  about: message(
    'packages.deploy.go.about',
    'Module archives. Module and version are read from the archive.',
  ),
  async prepare(file, { repoKey }) {
    const named = await moduleOf(file);
    if (!named) throw new BadFile(notGo);
    const path = pathAddress(repoKey, escaped(named.module), '@v', `${escaped(named.version)}.zip`);
    return {
      method: 'PUT',
      path: `/artifactory/api/go/${path.replace('%40v', '@v')}`,
      body: file,
      type: 'application/zip',
    };
  },
};

/** Derives the module and its version from the name of the first file in the archive. */
async function moduleOf(file: File): Promise<{ module: string; version: string } | undefined> {
  const head = new DataView(await file.slice(0, 30).arrayBuffer());
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) return undefined;
  const name = await file.slice(30, 30 + head.getUint16(26, true)).text();
  const [, module, version] = /^([^@]+)@(v[^/]+)\//.exec(name) ?? [];
  return module && version ? { module, version } : undefined;
}

/** Escapes uppercase letters as the Go module protocol requires. */
function escaped(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}
