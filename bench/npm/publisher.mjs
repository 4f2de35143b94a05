// Sends publish documents with as little CPU time as possible, because client and server share the
// machine.
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generator, together } from '../harness/load.mjs';
import { temporary } from '../harness/temporary.mjs';

const script = fileURLToPath(new URL('publish.lua', import.meta.url));

/**
 * Publishes all, each `[name, document]`, over so many connections; publishes a second. Throws when
 * one is refused.
 */
export async function publishAll(npm, documents, connections) {
  if (generator === 'wrk') return withWrk(npm, documents, connections);
  const client = publisher(npm, connections);
  try {
    return await together(documents, connections, ([name, body]) => client.put(name, body));
  } finally {
    client.close();
  }
}

async function withWrk({ url, authorization }, documents, connections) {
  const { origin, pathname } = new URL(url);
  const folder = temporary('documents');
  const [list, all] = [join(folder, 'list'), join(folder, 'all')];
  const lines = documents.map(([name, body]) => `${pathname}${name.replace('/', '%2f')} ${body.length}`);
  writeFileSync(list, `${lines.join('\n')}\n`);
  writeFileSync(all, Buffer.concat(documents.map(([, body]) => body)));
  const headers = { authorization, 'content-type': 'application/json', 'npm-command': 'publish' };
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const size = ['-t', '1', '-c', String(connections), '-d', '600s', '--timeout', '60s'];
  try {
    const { stdout } = await promisify(execFile)('wrk', [
      ...size,
      ...given,
      '-s',
      script,
      origin,
      '--',
      list,
      all,
    ]);
    const { published, refused, micros } = JSON.parse(stdout.slice(stdout.lastIndexOf('{"published"')));
    if (refused > 0) throw new Error(`${refused} of ${documents.length} publishes were refused`);
    return (published / micros) * 1e6;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A client over `connections` kept-alive ones; its `put` throws when the publish is refused. */
function publisher({ url, authorization }, connections) {
  const { hostname, port, pathname, host } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const put = (name, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        host,
        authorization,
        'content-type': 'application/json',
        'content-length': body.length,
        'npm-command': 'publish',
      };
      const path = pathname + name.replace('/', '%2f');
      const sent = request({ hostname, port, path, method: 'PUT', agent, headers }, (answer) => {
        answer.resume();
        answer.once('end', () =>
          answer.statusCode < 300
            ? resolve()
            : reject(new Error(`publish of ${name} was refused: ${answer.statusCode}`)),
        );
      });
      sent.once('error', reject);
      sent.end(body);
    });
  return { put, close: () => agent.destroy() };
}
