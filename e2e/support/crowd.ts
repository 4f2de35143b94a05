import { type LocalServer, listen } from './localServer.ts';

/**
 * Starts a Crowd server that follows the documentation of its REST API; the real product is not
 * available here. `sessions`: users by their token.
 */
export function startCrowd(
  password: string,
  sessions: Readonly<Record<string, string>>,
): Promise<LocalServer> {
  const right = `Basic ${Buffer.from(`lading:${password}`).toString('base64')}`;
  return listen((request, response) => {
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    request.resume();
    if (request.headers.authorization !== right) return say(401, {});
    const [, token] = /\/session\/([^?]+)\?/.exec(request.url ?? '') ?? [];
    if (token === undefined) return say(200, { users: [] });
    const name = sessions[token];
    return name === undefined
      ? say(404, { reason: 'INVALID_SSO_TOKEN' })
      : say(200, { token, user: { name, email: `${name}@example.org`, active: true } });
  });
}
