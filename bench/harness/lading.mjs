import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort, startProcess, untilAnswers } from './processes.mjs';
import { temporary } from './temporary.mjs';

const server = fileURLToPath(new URL('../../platform/build/server.js', import.meta.url));

export const password = 'a-long-Passw0rd-for-benches';
/** Basic authentication, as npm sends it. */
export const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;

/**
 * Starts the built platform on a free port. A given `home` is kept when it stops; otherwise a new
 * directory is used and deleted. `program` is another build to compare with. `started` is the time
 * in milliseconds from its start to its first response to a ping.
 */
export async function startLading({
  home,
  env = {},
  fetch: get = fetch,
  scheme = 'http',
  nodeOptions = [],
  program = server,
} = {}) {
  if (!existsSync(program)) throw new Error('The product is not built: run `npm run build` first.');
  const folder = home ?? temporary('lading');
  const port = await freePort();
  const running = startProcess(process.execPath, [...nodeOptions, program], {
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
  // Its certificate is valid only for the host name.
  const numeric = scheme === 'http' ? origin.replace('localhost', '127.0.0.1') : origin;
  const started = await untilAnswers(running, `${origin}/artifactory/api/system/ping`, { fetch: get });
  return {
    name: 'Lading',
    pid: running.pid,
    origin,
    /** Origin with an IP address, which needs no name lookup, as for the peers. */
    numeric,
    home: folder,
    started,
    output: running.output,
    onPrinted: running.onPrinted,
    kill: running.kill,
    npm: (repository = 'npm-local') => ({
      url: `${numeric}/artifactory/api/npm/${repository}/`,
      authorization,
      fetch: get,
    }),
    async stop() {
      await running.stop();
      if (!home) rmSync(folder, { recursive: true, force: true });
    },
  };
}
