import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const clients = fileURLToPath(new URL('../../../../build/clients/', import.meta.url));

/** Whether a program is installed. Reports a missing one with the command to install it. */
export function hasClient(program: string, install: string): boolean {
  const found = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
  if (!found) process.stderr.write(`Without ${program} its guide is not tested. Install it: ${install}\n`);
  return found;
}

/** Like `hasClient`, for a client of npm packages in `build/clients`. */
export function hasNpmClient(directory: string): boolean {
  const found = existsSync(`${clients}${directory}/node_modules/.bin`);
  if (!found) {
    process.stderr.write(`Without ${directory} its guide is not tested. Install it: npm run test:full\n`);
  }
  return found;
}
