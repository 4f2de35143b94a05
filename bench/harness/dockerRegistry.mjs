import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startProcess, untilAnswers } from './processes.mjs';
import { temporary } from './temporary.mjs';

/**
 * Starts Debian's registry with files on the same disk, without users, and with error logging only.
 */
export async function startDockerRegistry() {
  if (spawnSync('docker-registry', ['--version']).error) {
    throw new Error('docker-registry is not installed: apt-get install docker-registry');
  }
  const home = temporary('docker-registry');
  const port = await freePort();
  const config = join(home, 'config.yml');
  writeFileSync(
    config,
    `version: 0.1
log: { level: error, accesslog: { disabled: true } }
storage: { filesystem: { rootdirectory: ${home}/storage, maxthreads: 100 }, delete: { enabled: true } }
http: { addr: "127.0.0.1:${port}" }
`,
  );
  const running = startProcess('docker-registry', ['serve', config], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, OTEL_TRACES_EXPORTER: 'none' },
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswers(running, `${origin}/v2/`);
  return {
    name: 'docker-registry',
    pid: running.pid,
    origin,
    /** Prefix of image names: this registry needs no repository before them. */
    prefix: '',
    output: running.output,
    async stop() {
      await running.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
