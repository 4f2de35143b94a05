import AjvCompiler from '@fastify/ajv-compiler';
import { strictSchema } from './strictSchema.ts';

const compilerOf = AjvCompiler();

/** Calls that only the console makes: a field that they don't know is a mistake. Clients of the other calls can send more than we use. */
const ours = /^\/(ui\/api|xray\/ui|distribution\/api\/v2\/edges)\//;

/** Everything in a URL is text, so numbers and lists there are converted. In a body, a value of another type is a mistake. */
const convert = { coerceTypes: 'array', removeAdditional: false } as const;
const keep = { coerceTypes: false, removeAdditional: false } as const;

/**
 * Fastify compiles the schemas of all routes while the server starts, which is a third of its work then. Here a schema is
 * compiled when the first request comes that it is for.
 */
export const lazyValidation: AjvCompiler.BuildCompilerFromPool = (schemas, options) => {
  type Compile = ReturnType<typeof compilerOf>;
  const compilers: { [kind in 'body' | 'url']?: Compile } = {};
  const compilerFor = (kind: 'body' | 'url'): Compile => {
    const customOptions = { ...options?.customOptions, ...(kind === 'body' ? keep : convert) };
    compilers[kind] ??= compilerOf(schemas, { ...options, customOptions } as typeof options);
    return compilers[kind];
  };
  return (route, meta) => {
    // Its type is that of a schema, and it is the route's definition with one.
    const { httpPart, url = '', schema } = route as unknown as RouteSchema;
    const isBody = httpPart === 'body';
    let validate: ReturnType<Compile> | undefined;
    const compile = () => {
      const used = isBody && ours.test(url) ? strictSchema(schema) : schema;
      return compilerFor(isBody ? 'body' : 'url')(
        { ...(route as object), schema: used } as typeof route,
        meta,
      );
    };
    const validator = (data: unknown) => {
      validate ??= compile();
      const valid = validate(data);
      validator.errors = named(validate.errors);
      return valid;
    };
    validator.errors = undefined as NonNullable<typeof validate>['errors'];
    return validator as NonNullable<typeof validate>;
  };
};

interface RouteSchema {
  /** `body`, `querystring`, `params` or `headers`. */
  httpPart?: string;
  url?: string;
  schema: unknown;
}

type Errors = ReturnType<ReturnType<typeof compilerOf>>['errors'];

/** Ajv's message about an unknown field leaves out which one. */
function named(errors: Errors): Errors {
  return errors?.map((error) =>
    error.keyword === 'additionalProperties'
      ? {
          ...error,
          message: `contains an unknown field: ${String(error.params.additionalProperty).slice(0, 100)}`,
        }
      : error,
  );
}
