import type { SwaggerTransform } from '@fastify/swagger';
import { ErrorAnswer } from '@lading/contract/schemas';
import Fastify, { type FastifySchema } from 'fastify';
import { version } from '../../settings/version.ts';
import type { Route } from '../routeTable.ts';
import { hoistNamedSchemas } from './hoistNamedSchemas.ts';
import type { AccessRule } from './ownApi.ts';
import { protocolTags } from './protocols.ts';

const description = [
  'The API of this platform. Protocols of package managers are listed as tags with a link to their specification.',
  'Calls under `/ui/` serve the console and can change with any release.',
].join(' ');

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'Access token.' },
  password: { type: 'http', scheme: 'basic', description: 'Password, access token, or API key.' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-JFrog-Art-Api', description: 'API key.' },
} as const;
const credentials = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));

/**
 * Generates the API's document. The library is loaded when the document is requested, not while the
 * server starts.
 */
export async function generateDocument(routes: readonly Route[]): Promise<object> {
  const { default: swagger } = await import('@fastify/swagger');
  // The library reads routes while they are declared: this server never serves them.
  const copy = Fastify();
  copy.setValidatorCompiler(() => () => true);
  copy.setSerializerCompiler(() => JSON.stringify);
  await copy.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Lading API', version, description },
      components: { securitySchemes },
      tags: protocolTags,
    },
    exposeHeadRoutes: false,
    transform: describeRoute,
    transformObject: (document) =>
      'openapiObject' in document ? hoistNamedSchemas(document.openapiObject) : document.swaggerObject,
  });
  for (const { method, url, options } of routes) {
    const { schema, config } = options;
    if (method !== 'HEAD' && config?.access && schema?.response && !/.\/$/.test(url))
      copy.route({ method, url, schema, config, handler: async () => undefined });
  }
  await copy.ready();
  const document = copy.swagger();
  await copy.close();
  return document;
}

/** Returns the entry of a route. */
const describeRoute: SwaggerTransform = ({ schema, url, route }) => {
  const { access, tag = '', query, body, errors = {} } = route.config ?? {};
  if (!access || !schema?.response) return { schema: { hide: true }, url };
  const entry = {
    ...schema,
    params: paramsIn(url, schema.params),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    operationId: operationId(String(route.method), url),
    tags: [tag],
    'x-access': { name: access.name, description: access.description },
    security: access.name === 'everyone' ? [] : access.allowsAnonymous ? [{}, ...credentials] : credentials,
    response: { ...successes(schema.response), ...failures(schema, access, errors) },
  };
  return { schema: entry, url };
};

/** Leaves out parameters of a second form of the path. */
function paramsIn(url: string, params: unknown): unknown {
  const { properties = {} } = (params ?? {}) as { properties?: Record<string, unknown> };
  const used = Object.entries(properties).filter(([name]) => url.includes(`:${name}`));
  return used.length === 0 ? undefined : { type: 'object', properties: Object.fromEntries(used) };
}

/** `GET /access/api/v2/users/:name` becomes `get_access_api_v2_users_name`. */
function operationId(method: string, url: string): string {
  return `${method.toLowerCase()}${url.replace('*', 'path').replace(/[^A-Za-z0-9]+/g, '_')}`;
}

interface Answer {
  type?: string;
  description?: string;
  content?: unknown;
}

function successes(answers: unknown): Record<string, unknown> {
  const described = Object.entries(answers as Record<string, Answer>).map(([status, answer]) => {
    if (answer.type === 'null' || answer.content) return [status, answer];
    const content = { 'application/json': { schema: answer } };
    return [status, { description: answer.description ?? 'Success.', content }];
  });
  return Object.fromEntries(described);
}

function failures(
  schema: FastifySchema,
  access: AccessRule,
  errors: Readonly<Record<number, readonly string[]>>,
): Record<string, unknown> {
  const all = new Map<number, string[]>();
  const add = (status: number, codes: readonly string[]) =>
    all.set(status, [...new Set([...(all.get(status) ?? []), ...codes])]);
  if (schema.body || schema.querystring || schema.params) add(400, ['BAD_REQUEST']);
  if (access.name !== 'everyone') add(401, ['UNAUTHORIZED']);
  if (access.name !== 'everyone' && !access.allowsAnonymous) add(403, ['FORBIDDEN']);
  for (const [status, codes] of Object.entries(errors)) add(Number(status), codes);
  const content = { 'application/json': { schema: ErrorAnswer } };
  return Object.fromEntries(
    [...all].map(([status, codes]) => [status, { description: `${codes.join(', ')}.`, content }]),
  );
}
