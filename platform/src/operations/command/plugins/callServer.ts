import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ErrorAnswer } from '@lading/contract/rest';
import { type ServerNote, serverState } from '../../../storage/runningServer.ts';
import type { CommandTerminal } from '../CommandTerminal.ts';

const CALLS = '/ui/api/v1/lading/plugins';
/** In milliseconds. */
const TIMEOUT = 60_000;

/** Calls the server about plugins. Throws an error with the message of the server. */
export type CallServer = <Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Answer>;

/**
 * Loads a configuration and stores what `edit` makes of it. Repeats both if another administrator
 * changed it in between. Returns the stored one.
 */
export type ChangeOnServer = <Content>(path: string, edit: (stored: Content) => object) => Promise<Content>;

interface Answer {
  status: number;
  text: string;
  tag: string | undefined;
}

/** Calls to the server that uses this data directory, with an access token from standard input. */
export async function serverCalls(
  home: string,
  terminal: CommandTerminal,
): Promise<{ call: CallServer; change: ChangeOnServer }> {
  const server = serverState(home);
  if (server.state !== 'running')
    throw new Error(`No server is running with the data directory ${home}. Run lading start to start it`);
  const token = (await terminal.readPassword?.('Access token: '))?.trim() ?? '';
  if (token === '')
    throw new Error(
      'No access token. Enter one, or pass it on standard input: lading plugins list < token.txt',
    );
  const change: ChangeOnServer = async (path, edit) => {
    for (let attempt = 1; ; attempt++) {
      const stored = await send(server, token, { method: 'GET', path });
      const body = edit(contentOf(stored));
      const answer = await send(server, token, { method: 'PUT', path, body, tag: stored.tag });
      if (answer.status !== 412 || attempt === 2) return contentOf(answer);
    }
  };
  return {
    call: async (method, path, body) => contentOf(await send(server, token, { method, path, body })),
    change,
  };
}

/** Throws an error with the message of the server. */
function contentOf({ status, text }: Answer) {
  if (status >= 300) throw new Error(messageOf(text) ?? `The server returned ${status}`);
  return text === '' ? undefined : JSON.parse(text);
}

function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as Partial<ErrorAnswer>).errors?.[0]?.message;
  } catch {
    return undefined;
  }
}

interface Call {
  method: string;
  path: string;
  body?: object | undefined;
  /** ETag of what the change is based on. */
  tag?: string | undefined;
}

function send(
  { localUrl, address }: ServerNote,
  token: string,
  { method, path, body, tag }: Call,
): Promise<Answer> {
  const url = new URL(CALLS + path, localUrl);
  const content = body === undefined ? undefined : JSON.stringify(body);
  const isTls = url.protocol === 'https:';
  const options = {
    method,
    timeout: TIMEOUT,
    // Only the public name is accepted, and the certificate is for it. The connection does not
    // leave this machine.
    ...(isTls ? { rejectUnauthorized: false } : {}),
    headers: {
      host: new URL(address).host,
      authorization: `Bearer ${token}`,
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
      ...(tag === undefined ? {} : { 'if-match': tag }),
    },
  };
  return new Promise((resolve, reject) => {
    const request = (isTls ? httpsRequest : httpRequest)(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text, tag: response.headers.etag }),
      );
      response.once('error', reject);
    });
    request.once('timeout', () =>
      request.destroy(new Error(`The server did not respond within ${TIMEOUT / 1000} seconds`)),
    );
    request.once('error', reject);
    request.end(content);
  });
}
