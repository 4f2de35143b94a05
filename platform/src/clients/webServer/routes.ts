import type { WebServer } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { authorise, callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { clearSetting, readSetting, writeSetting } from '../../instance/platformSettings.ts';

const port = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535));
const file = v.optional(v.pipe(v.string(), v.maxLength(1000)), '');
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
    webServerType: v.picklist(['NGINX', 'APACHE', 'DIRECT']),
    serverName: host,
    dockerReverseProxyMethod: v.optional(
      v.picklist(['REPOPATHPREFIX', 'SUBDOMAIN', 'PORTPERREPO', 'NOVALUE']),
      'REPOPATHPREFIX',
    ),
    useHttp: v.boolean(),
    useHttps: v.boolean(),
    httpPort: v.optional(port, 80),
    httpsPort: v.optional(port, 443),
    sslKey: file,
    sslCertificate: file,
  }),
  v.check(({ useHttp, useHttps }) => useHttp || useHttps, 'useHttp, useHttps or both must be true'),
);

/** The web server before this one, as its administrator describes it. */
export async function webServerRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', (request) => authorise(callerOf(request), 'admin', 'system'));

  app.get('/', async (_request, reply): Promise<WebServer> => {
    reply.header('cache-control', 'no-store');
    const described = await readSetting('webServer');
    if (described) return described;
    throw new HttpError(404, 'NO_WEB_SERVER', 'No web server before this one was described');
  });

  app.post('/', async (request): Promise<WebServer> => {
    const webServer = readDescription(request.body);
    await writeSetting('webServer', webServer, callerOf(request).userName);
    return webServer;
  });

  app.delete('/', async (_request, reply) => {
    await clearSetting('webServer');
    return reply.code(204).send();
  });
}

/** Throws `HttpError` 400 naming the field that does not hold. */
function readDescription(body: unknown): WebServer {
  const parsed = v.safeParse(description, body);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const field = v.getDotPath(issue) ?? 'body';
    throw new HttpError(400, 'BAD_WEB_SERVER', `Field '${field}' does not hold: ${issue.message}`);
  }
  const { key: _given, ...rest } = parsed.output;
  return { key: rest.webServerType.toLowerCase(), ...rest };
}
