import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort, startProcess, untilAnswers } from './processes.mjs';
import { temporary } from './temporary.mjs';

const server = fileURLToPath(new URL('../../platform/build/server.js', import.meta.url));

export const password = 'a-long-Passw0rd-for-benches';
/** Basic, as npm sends it. */
export const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;

/**
 * The built platform on a free port. `home` given stays when it stops, otherwise it is a new folder that goes with
 * it. `started` is the milliseconds from its start to its first answer to a ping.
 */
export async function startLading({
  home,
  env = {},
  fetch: get = fetch,
  scheme = 'http',
  nodeOptions = [],
} = {}) {
  if (!existsSync(server)) throw new Error('The product is not built: run `npm run build` first.');
  const folder = home ?? temporary('lading');
  const port = await freePort();
  const running = startProcess(process.execPath, [...nodeOptions, server], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LADING_HOME: folder,
      LADING_PORT: String(port),
      LADING_ADMIN_PASSWORD: password,
      LADING_LOG_LEVEL: 'warn',
      ...env,
    },
  });
  const origin = `${scheme}://localhost:${port}`;
  const started = await untilAnswers(running, `${origin}/artifactory/api/system/ping`, { fetch: get });
  return {
    name: 'Lading',
    pid: running.pid,
    origin,
    home: folder,
    started,
    output: running.output,
    kill: running.kill,
    npm: (repository = 'npm-local') => ({
      url: `${origin}/artifactory/api/npm/${repository}/`,
      authorization,
      fetch: get,
    }),
    async stop() {
      await running.stop();
      if (!home) rmSync(folder, { recursive: true, force: true });
    },
  };
}
