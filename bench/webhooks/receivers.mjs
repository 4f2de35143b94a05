// Receivers of webhooks in a process of their own. The path of a request is `/NUMBER/KIND`: `fast`
// answers at once, `slow` after 200 ms, `failing` with status 503 until the process receives
// `recover`. Sends, on `report`, the delivered paths in order, by receiver, and the times at which
// fast receivers got theirs.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

const slowness = 200;
let recovered = false;
let received = 0;
const delays = [];
/** Paths of delivered events, in order, by receiver. */
const events = new Map();

const server = createServer(async (request, response) => {
  const [, number, kind] = request.url.split('/');
  const body = await text(request);
  if (kind === 'slow') await delay(slowness);
  if (kind === 'failing' && !recovered) {
    response.writeHead(503).end();
    return;
  }
  const { data } = JSON.parse(body);
  const known = events.get(number) ?? [];
  events.set(number, known);
  known.push(data.path);
  received += 1;
  if (kind === 'fast') delays.push({ path: data.path, at: Date.now() });
  response.end();
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', (message) => {
  if (message === 'recover') recovered = true;
  if (message === 'count') process.send({ received });
  if (message === 'report') process.send({ received, events: Object.fromEntries(events), delays });
});
process.on('disconnect', () => process.exit());
