import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';

it('loses only lines when it has no space, such as a file on a full disk', () => {
  const module = JSON.stringify(new URL('./standardOutput.ts', import.meta.url).href);
  const program = `
    import { pino } from 'pino';
    import { openStandardOutput } from ${module};
    const log = pino(openStandardOutput());
    for (let count = 0; count < 3; count++) log.info('a line');
    setImmediate(() => process.stderr.write('alive'));`;
  const full = openSync('/dev/full', 'w');
  try {
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
      stdio: ['ignore', full, 'pipe'],
      timeout: 200_000,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, 'alive']);
  } finally {
    closeSync(full);
  }
});
