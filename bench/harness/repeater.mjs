import { once } from 'node:events';
import { createServer, request } from 'node:http';

/**
 * Starts a server with almost no cost that replays the responses of another one from memory.
 * `learnFrom(registry)` makes it forward requests and store the responses; after `repeat()`, it
 * sends no requests. `npm()` returns the registry settings for npm.
 */
export async function startRepeater() {
  const kept = new Map();
  let source;
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;

  async function answer({ url, headers }, response) {
    const key = [url, headers.accept, headers['accept-encoding']].join('\n');
    if (!kept.has(key)) {
      if (!source) return response.writeHead(500).end('It was never asked for that before.');
      kept.set(key, await ask(url, headers));
    }
    const { status, head, body } = kept.get(key);
    response.writeHead(status, head).end(body);
  }

  /**
   * Sends the client's own `host`, so that URLs in the response point to this server; `fetch` would
   * send another one and decompress the response.
   */
  async function ask(path, headers) {
    const asked = request(new URL(path, source), { headers: { ...headers, connection: 'close' } });
    asked.end();
    const [answered] = await once(asked, 'response');
    const body = Buffer.concat(await answered.toArray());
    const { connection: _, 'transfer-encoding': _chunked, date: _date, ...head } = answered.headers;
    return { status: answered.statusCode, head: { ...head, 'content-length': body.length }, body };
  }

  return {
    get isEmpty() {
      return kept.size === 0;
    },
    learnFrom(url) {
      source = url;
    },
    repeat() {
      source = undefined;
    },
    npm: ({ url, authorization }) => ({ url: new URL(new URL(url).pathname, origin).href, authorization }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}
