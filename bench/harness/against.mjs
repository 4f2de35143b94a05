import { createServer } from 'node:http';
import { median, seconds, times, verdict } from './stats.mjs';

/** Starts a server that only reads and responds, to measure the client's own time. */
export async function startNothing(answer) {
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => answer(request, response, Buffer.concat(parts)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Returns one row that compares a client's time with Lading to its own, in milliseconds of each
 * run; the goal is at most 20% more.
 */
export function besideOwnTime(what, own, ours) {
  const ratio = median(ours.map((time, run) => time / own[run]));
  return [what, seconds(median(own)), seconds(median(ours)), times(ratio), '≤ 1.20×', verdict(ratio <= 1.2)];
}

export const ownTimeColumns = ['', 'own time s', 'with Lading s', 'ratio', 'goal', 'met'];
