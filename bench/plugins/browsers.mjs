// Browsers that all report a failing plugin when their parent says so:
// `node browsers.mjs URL COUNT`. Each has a connection and an address of its own, and answers with
// the number of accepted reports.
import { Agent, request } from 'node:http';

const [url, count] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(count) });
const body = JSON.stringify({
  ...{ shell: '0.1.0', browser: 'Chrome', major: 156, loads: [] },
  failures: [
    {
      ...{ plugin: 'bench', version: '1.0.0', stage: 'run', class: 'render' },
      ...{ error: 'TypeError', message: 'Cannot read properties of undefined', count: 1 },
    },
  ],
});

function report(index) {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.0.${index >> 8}.${index & 255}`,
  };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 204 ? 1 : 0));
    })
      .once('error', reject)
      .end(body);
  });
}

process.on('message', async () => {
  const accepted = await Promise.all(Array.from({ length: Number(count) }, (_, index) => report(index)));
  process.send(accepted.reduce((sum, each) => sum + each, 0));
});
