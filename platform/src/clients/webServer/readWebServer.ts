import type { WebServer } from '@lading/contract/rest';
import * as v from 'valibot';
import { HttpError } from '../../errors/HttpError.ts';
import { findRepository } from '../../repositories/repositories.ts';

const port = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535));

/**
 * Values become part of a configuration file: characters that end a word, line, or block are
 * rejected.
 */
const file = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.regex(
    /^(?:\/[A-Za-z0-9._@+-]+)*$/,
    'an absolute path of letters, digits, ".", "_", "@", "+", and "-", such as /etc/ssl/packages.pem',
  ),
);
const host = v.pipe(
  v.string(),
  v.maxLength(253),
  v.regex(
    /^(?=.*[a-z0-9])[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i,
    'a host name such as packages.example.org, without scheme and port',
  ),
);

const description = v.pipe(
  v.strictObject({
    key: v.optional(v.string()),
    webServerType: v.picklist(['NGINX', 'APACHE', 'HAPROXY', 'DIRECT']),
    serverName: host,
    dockerReverseProxyMethod: v.optional(
      v.picklist(['REPOPATHPREFIX', 'SUBDOMAIN', 'PORTPERREPO', 'NOVALUE']),
      'REPOPATHPREFIX',
    ),
    useHttp: v.boolean(),
    useHttps: v.boolean(),
    httpPort: v.optional(port, 80),
    httpsPort: v.optional(port, 443),
    sslKey: v.optional(file, ''),
    sslCertificate: v.optional(file, ''),
    backendHost: v.optional(host, '127.0.0.1'),
    backendPort: v.optional(port),
    reverseProxyRepositories: v.optional(
      v.pipe(v.array(v.strictObject({ repoRef: v.string(), port })), v.maxLength(1000)),
      [],
    ),
  }),
  v.check(({ useHttp, useHttps }) => useHttp || useHttps, 'useHttp, useHttps or both must be true'),
);

/**
 * Reads the settings. `ownPort`: port of this server, the default of `backendPort`. Throws
 * `HttpError` 400 with the invalid field.
 */
export async function readWebServer(body: unknown, ownPort: number): Promise<WebServer> {
  const parsed = v.safeParse(description, body);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw bad(v.getDotPath(issue) ?? 'body', messageOf(issue));
  }
  const { key: _given, backendPort = ownPort, ...rest } = parsed.output;
  const webServer = { key: rest.webServerType.toLowerCase(), ...rest, backendPort };
  await checkPorts(webServer);
  return webServer;
}

async function checkPorts(webServer: WebServer): Promise<void> {
  const { useHttp, useHttps, httpPort, httpsPort, reverseProxyRepositories: repositories } = webServer;
  const taken = new Map<number, string>();
  if (useHttp) taken.set(httpPort, 'HTTP');
  if (useHttps && taken.has(httpsPort)) throw bad('httpsPort', `port ${httpsPort} is that of HTTP`);
  if (useHttps) taken.set(httpsPort, 'HTTPS');
  for (const [at, { repoRef, port: own }] of repositories.entries()) {
    const field = `reverseProxyRepositories.${at}`;
    const found = await findRepository(repoRef);
    if (found?.packageType !== 'docker')
      throw bad(`${field}.repoRef`, `"${repoRef.slice(0, 100)}" is not a Docker repository`);
    const other = taken.get(own);
    if (other !== undefined) throw bad(`${field}.port`, `port ${own} is that of ${other}`);
    taken.set(own, repoRef);
  }
}

/** The library's messages of unknown and missing fields repeat the name, and name no reason. */
function messageOf({ type, expected, received, message }: v.BaseIssue<unknown>): string {
  if (type !== 'strict_object') return message;
  if (expected === 'never') return 'unknown field';
  return received === 'undefined' ? 'the field is missing' : message;
}

function bad(field: string, message: string): HttpError {
  return new HttpError(400, 'BAD_WEB_SERVER', `Field '${field}' is invalid: ${message}`);
}
