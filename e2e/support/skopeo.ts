import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeImage } from './ociImage.ts';
import type { Platform } from './platform.ts';

export function hasCommand(name: string): boolean {
  return spawnSync(name, ['--version']).error === undefined;
}

/** Pushes an image with one layer to `docker-local`, tagged 1.0. */
export function pushImage(platform: Platform, image: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'lading-image-'));
  writeImage(folder);
  const to = `docker://${new URL(platform.origin).host}/docker-local/${image}:1.0`;
  const credentials = ['--dest-tls-verify=false', '--dest-creds', `admin:${platform.password}`];
  execFileSync('skopeo', ['copy', '--quiet', ...credentials, `oci:${folder}:1.0`, to]);
  rmSync(folder, { recursive: true });
}
