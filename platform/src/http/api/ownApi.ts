import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest, FastifyTypeProvider, RawServerDefault } from 'fastify';

/** A rule about callers. It is enforced, and described in the API document. */
export interface AccessRule {
  /** Short form, such as `administrators`. */
  name: string;
  /** One sentence for the document. */
  description: string;
  /** With anonymous access, the call needs no credentials. */
  allowsAnonymous?: true;
  /**
   * Throws `HttpError` 401 or 403. Without it, the handler decides, because access depends on the
   * requested object.
   */
  check?: (request: FastifyRequest) => void | Promise<void>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessRule;
    /** Status of a successful response, if the schema describes only one. */
    status?: number;
    /** Section of the API document. */
    tag?: string;
    /** Query parameters that the handler reads itself. */
    query?: TObject;
    /** The body, if the handler validates it itself. */
    body?: TSchema;
    /** Error codes by status, in addition to those of every call. */
    errors?: Readonly<Record<number, readonly string[]>>;
  }
  interface FastifySchema {
    /** One sentence that starts with a verb. */
    summary?: string;
    description?: string;
    consumes?: readonly string[];
  }
}

/** Derives the types of requests and responses from the TypeBox schemas of a route. */
export interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

export type OwnApi = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyInstance['log'],
  SchemaTypes
>;

export interface OwnApiOptions {
  tag: string;
  /** Rule for all routes without `config.access`. */
  access: AccessRule;
}

/**
 * Declares routes of the platform's own API. A route has a summary and schemas for its parameters,
 * body, and responses. Its types, validation, serialization, and entry in `/openapi.json` are
 * derived from them, and its status if only one is successful: a handler for 204 returns nothing.
 * Call it once per plugin, before the plugin's hooks. Throws if the plugin, or one that contains
 * it, has another rule: the new one would have no effect.
 */
export function ownApi(app: FastifyInstance, { tag, access }: OwnApiOptions): OwnApi {
  const existing = (app as { ownAccess?: AccessRule }).ownAccess;
  if (existing && existing !== access)
    throw new Error(`The plugin of ${tag} already has the rule: ${existing.name}`);
  if (!existing) app.decorate('ownAccess', access);
  app.addHook('onRoute', (route) => {
    const status = onlySuccess(route.schema?.response);
    route.config = { ...route.config, tag, access: route.config?.access ?? access, status };
  });
  app.addHook('preHandler', async (request, reply) => {
    const { access, status } = request.routeOptions.config;
    await access?.check?.(request);
    if (status !== undefined) reply.code(status);
  });
  return app.withTypeProvider<SchemaTypes>() as OwnApi;
}

function onlySuccess(responses: unknown): number | undefined {
  const [status, ...others] = Object.keys(responses ?? {}).filter((code) => /^2\d\d$/.test(code));
  return others.length === 0 && status !== undefined ? Number(status) : undefined;
}

/** Schema of a response without a body. */
export const noContent = Type.Unsafe<undefined>({ type: 'null', description: 'Done.' });

/** Schema of a response that redirects the browser. */
export function redirects(description: string) {
  return Type.Unsafe<undefined>({ type: 'null', description });
}

/** Schema of a response with an empty object. */
export const emptyObject = Type.Object({}, { description: 'An empty object.' });

/** Schema of a response with a file. */
export function file(type: string, description: string) {
  const schema = Type.Unsafe<Buffer | NodeJS.ReadableStream | string>({ type: 'string', format: 'binary' });
  return { description, content: { [type]: { schema } } };
}
