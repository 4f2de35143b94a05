// Sends publish documents for as little of the machine's time as it takes: what the client uses the server has not.
import { Agent, request } from 'node:http';

/** A client over `connections` kept-alive ones; its `put` throws when the publish is refused. */
export function publisher({ url, authorization }, connections) {
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
