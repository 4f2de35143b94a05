import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { NpmClient } from './npm.ts';
import { type PluginSource, writePackage } from './plugins.ts';

const run = promisify(execFile);
const KIT = fileURLToPath(new URL('../../node_modules/@lading/kit/dist/cli.js', import.meta.url));

/** Creates a key of an author with the kit. Returns the public part, which administrators enter. */
export async function createAuthorKey(file: string): Promise<string> {
  const { stdout } = await run(process.execPath, [KIT, 'key', file]);
  return /MCow\S+/.exec(stdout)?.[0] ?? '';
}

/** Signs a plugin with the kit, and publishes it. */
export async function publishSigned(npm: NpmClient, plugin: PluginSource, key: string): Promise<void> {
  const folder = mkdtempSync(join(npm.folder, 'signed-'));
  const built = join(folder, 'build/package');
  writePackage(built, plugin);
  await run(process.execPath, [KIT, 'sign', folder, '--key', key]);
  await npm.npm(built, ['publish']);
}
