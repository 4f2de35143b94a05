import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startProcess, untilAnswers } from './processes.mjs';
import { temporary } from './temporary.mjs';
import { toolFile } from './tools.mjs';

/**
 * Starts the peer, tuned for speed as its documentation advises: tokens that need no password hash
 * per request, and error logging only. `upstream` makes it a caching proxy.
 */
export async function startVerdaccio({ upstream, folder } = {}) {
  const home = folder ?? temporary('verdaccio');
  const port = await freePort();
  const config = join(home, 'config.yaml');
  writeFileSync(config, configuration(home, upstream));
  const running = startProcess(
    process.execPath,
    [toolFile('verdaccio/bin/verdaccio'), '--config', config, '--listen', `127.0.0.1:${port}`],
    { cwd: home, env: { PATH: process.env.PATH, HOME: home, NODE_ENV: 'production' } },
  );
  const origin = `http://127.0.0.1:${port}`;
  const started = await untilAnswers(running, `${origin}/-/ping`);
  const token = await addUser(origin);
  return {
    name: 'Verdaccio',
    pid: running.pid,
    origin,
    home,
    started,
    output: running.output,
    npm: () => ({ url: `${origin}/`, authorization: `Bearer ${token}`, fetch }),
    async stop() {
      await running.stop();
      if (!folder) rmSync(home, { recursive: true, force: true });
    },
  };
}

const configuration = (home, upstream) => `
storage: ${home}/storage
auth: { htpasswd: { file: ${home}/htpasswd, max_users: 10 } }
security: { api: { jwt: { sign: { expiresIn: 7d } } } }
web: { enable: true, title: Verdaccio }
max_body_size: 100mb
${upstream ? `uplinks: { up: { url: "${upstream}", maxage: 30m, max_fails: 100 } }` : ''}
packages:
  '**': { access: $all, publish: $authenticated, unpublish: $authenticated${upstream ? ', proxy: up' : ''} }
log: { type: stdout, format: json, level: error }
`;

async function addUser(origin) {
  const name = 'bench';
  const response = await fetch(`${origin}/-/user/org.couchdb.user:${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, password: 'a-long-Passw0rd', type: 'user' }),
  });
  if (response.status === 409) throw new Error('the folder was used before: give a new one');
  if (!response.ok) throw new Error(`the peer made no user: ${response.status} ${await response.text()}`);
  return (await response.json()).token;
}
