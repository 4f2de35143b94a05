import { request as ask } from 'node:http';
import { type LocalServer, listen } from './localServer.ts';

/** Starts a proxy in front of the platform that authenticates users and names them in a header. */
export function startSigningProxy(platform: string, header: string, userName: string): Promise<LocalServer> {
  return listen((request, response) => {
    const { method, headers, url } = request;
    const onwards = ask(new URL(url ?? '/', platform), {
      ...(method ? { method } : {}),
      headers: { ...headers, [header]: userName },
    });
    onwards.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onwards.on('error', () => response.writeHead(502).end());
    request.pipe(onwards);
  });
}
