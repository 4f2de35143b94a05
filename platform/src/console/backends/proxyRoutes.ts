import { segmentsOf } from '@lading/contract/validation';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { callerOf, requireUser } from '../../access/gateway.ts';
import { isUnlimited } from '../../access/tokens/scopes.ts';
import { pluginInFrame } from '../../access/untrustedCalls.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type AccessRule, file, ownApi } from '../../http/api/ownApi.ts';
import type { Seal } from '../../secrets/Seal.ts';
import type { Console } from '../Console.ts';
import type { ActiveReleases } from '../releases/ActiveReleases.ts';
import { includesCall } from './backendCalls.ts';
import { type BackendRow, findBackend } from './backendRows.ts';
import { credentialsOf } from './backendSecrets.ts';
import { CallCounts } from './CallCounts.ts';
import { type BackendAnswer, type BackendRequest, callBackend } from './callBackend.ts';
import { backendsOf, type DeclaredBackend } from './declaredBackends.ts';

/** Maximum bytes of a request. */
const maxCallBytes = 1024 * 1024;
/** Types that a page can read. Others are sent as bytes, so that no browser runs or shows them. */
const plainTypes =
  /^(?:application\/(?:[\w.-]+\+)?json|text\/(?:plain|csv)|image\/(?:png|jpeg|webp))(?:\s*;[^,]*)?$/i;

export interface ProxyRoutesOptions {
  seal: Seal;
  active: ActiveReleases;
  site: () => Promise<Console>;
}

const pluginUsers: AccessRule = {
  name: 'users',
  description:
    'Signed-in users whom an administrator allowed to call the backend. Tokens with limited scope are rejected.',
  check(request) {
    requireUser(callerOf(request));
    if (!isUnlimited(callerOf(request).scopes))
      throw new HttpError(403, 'FORBIDDEN', 'A token with limited scope cannot call backends of plugins');
  },
};

const params = Type.Object({
  name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$', maxLength: 100 }),
  backend: Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$', maxLength: 64 }),
  '*': Type.String(),
});

/** Calls of plugins to their own backends, under `/ui/api/v1/lading`. */
export async function proxyRoutes(app: FastifyInstance, options: ProxyRoutesOptions): Promise<void> {
  const counts = new CallCounts();
  app.metrics.add('plugin-backends', () => counts.metrics());
  // A call has one body, which is passed on as it is.
  app.removeAllContentTypeParsers();
  const parsing = { parseAs: 'buffer' as const, bodyLimit: maxCallBytes };
  app.addContentTypeParser('*', parsing, (_request, body, done) => done(null, body));
  ownApi(app, { tag: 'Plugins', access: pluginUsers }).route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/plugins/:name/proxy/:backend/*',
    schema: {
      summary: 'Calls a backend of a plugin with the credentials that an administrator set.',
      description: 'Status and content are those of the backend, except for 401, 403, and 407.',
      params,
      response: { 200: file('application/octet-stream', 'The response of the backend.') },
    },
    bodyLimit: maxCallBytes,
    config: {
      errors: {
        400: ['BAD_PLUGIN_CALL'],
        404: ['PLUGIN_BACKEND_NOT_FOUND'],
        429: ['TOO_MANY_PLUGIN_CALLS'],
        502: ['PLUGIN_BACKEND_DENIED', 'PLUGIN_BACKEND_FAILED'],
        504: ['PLUGIN_BACKEND_TIMEOUT'],
      },
    },
    handler: async (request, reply) => {
      const { name, backend } = request.params;
      const framed = pluginInFrame(request) ?? name;
      if (framed !== name) throw denied(`Plugin "${framed}" is untrusted and cannot call backends of others`);
      const declared = await findDeclared(request, options, name, backend);
      const { row, path } = await allowedCall(request, declared).catch((error) => {
        counts.count(name, backend, 'rejected');
        throw error;
      });
      const call = requestOf(request, row, path, options.seal);
      const answer = await counts
        .limited(`${row.specifier} ${backend}`, () => callBackend(row, call))
        .catch((error) => {
          counts.count(name, backend, 'failed');
          throw error;
        });
      counts.count(name, backend, 'answered');
      // The schema describes the successful response alone.
      return reply
        .code(answer.status as 200)
        .headers(headersOf(answer))
        .send(answer.content);
    },
  });
}

/** The backend in the version of the plugin that the pages of the caller have. */
async function findDeclared(
  request: FastifyRequest,
  { active, site }: ProxyRoutesOptions,
  plugin: string,
  backend: string,
): Promise<DeclaredBackend> {
  await active.ready();
  const state = await (await site()).state(active.variantFor(callerOf(request)));
  const mapped = state?.plugins.find(({ boot }) => boot.name === plugin);
  const found = mapped && backendsOf(mapped).find((one) => one.backend === backend);
  if (found) return found;
  throw new HttpError(
    404,
    'PLUGIN_BACKEND_NOT_FOUND',
    `No plugin in use is named "${plugin}" and declares backend "${backend}"`,
  );
}

/** Throws `HttpError` for a call that the plugin does not declare, or that is not allowed. */
async function allowedCall(
  request: FastifyRequest,
  { specifier, backend, plugin, declared }: DeclaredBackend,
): Promise<{ row: BackendRow; path: string }> {
  const { path, query } = requestedPath(request.url);
  const segments = segmentsOf(path);
  if (!segments)
    throw new HttpError(
      400,
      'BAD_PLUGIN_CALL',
      'Invalid path of a call. Expected segments that are not empty, without "..", encoded slashes, and control characters.',
    );
  const call = `${request.method} ${path}`;
  if (!includesCall(declared, request.method, segments))
    throw denied(`Plugin "${plugin}" does not declare the call ${call} of backend "${backend}"`);
  const row = await findBackend(specifier, backend);
  const where = 'Administration, Configuration, Plugins, Backends';
  if (!row)
    throw denied(`Backend "${backend}" of plugin "${plugin}" is not set up. An administrator can: ${where}`);
  if (row.access === 'administrators') await administrators.check?.(request);
  if (!includesCall(row.calls, request.method, segments))
    throw denied(`The call ${call} is not allowed. An administrator can allow it: ${where}`);
  return { row, path: path + query };
}

/**
 * Returns what follows the name of the backend; a path that no call includes if the URL has another
 * form. A `#` of a client that does not remove it would end the path for the backend only.
 */
function requestedPath(url: string): { path: string; query: string } {
  const form = /^\/ui\/api\/v1\/lading\/plugins\/[^/?#]+\/proxy\/[^/?#]+(\/[^?#]*)(\?[^#]*)?$/;
  const [, path = '//', query = ''] = form.exec(url) ?? [];
  return { path, query };
}

function denied(message: string): HttpError {
  return new HttpError(403, 'PLUGIN_CALL_DENIED', message);
}

/** Only these headers reach the backend: no cookie, and no credentials of the user. */
function requestOf(request: FastifyRequest, row: BackendRow, path: string, seal: Seal): BackendRequest {
  const headers: Record<string, string> = {
    'user-agent': 'Lading',
    'accept-encoding': 'identity',
    ...credentialsOf(row, seal),
  };
  for (const name of ['accept', 'accept-language', 'content-type'])
    if (typeof request.headers[name] === 'string') headers[name] = request.headers[name];
  if (row.sendUser) headers['x-lading-user'] = encodeURIComponent(callerOf(request).userName);
  const body = Buffer.isBuffer(request.body) ? { body: request.body } : {};
  return { method: request.method as BackendRequest['method'], path, headers, ...body };
}

/** The content policy of every response forbids scripts; see `guardHeaders`. */
function headersOf({ type, encoding }: BackendAnswer): Record<string, string> {
  const isPlain = plainTypes.test(type);
  return {
    'cache-control': 'no-store',
    'content-type': isPlain ? type : 'application/octet-stream',
    ...(isPlain ? {} : { 'content-disposition': 'attachment' }),
    ...(encoding ? { 'content-encoding': encoding } : {}),
  };
}
