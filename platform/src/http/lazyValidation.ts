import AjvCompiler from '@fastify/ajv-compiler';
import { plainFault } from './plainFaults.ts';
import { strictSchema } from './strictSchema.ts';

const compilerOf = AjvCompiler();

/**
 * Calls that only the console makes. Unknown fields are rejected, because they indicate a bug.
 * Clients of the other calls may send fields that the platform doesn't use.
 */
const ours = /^\/(ui\/api|xray\/ui|distribution\/api\/v2\/edges)\//;

/**
 * Values in a URL are text, so numbers and lists are converted. In a body, a value of another type
 * is an error.
 */
const convert = { coerceTypes: 'array', removeAdditional: false } as const;
const keep = { coerceTypes: false, removeAdditional: false } as const;

/**
 * Compiles a schema on the first request that needs it. Fastify compiles the schemas of all routes
 * at startup, which takes a third of the startup time.
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
    // Despite its declared type, this is the route definition with a schema.
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

/**
 * Replaces messages of the validator that show patterns and keywords. Leaves out those of an
 * optional body, which may also be null, if there is another one.
 */
function named(errors: Errors): Errors {
  const union = errors?.find(({ keyword }) => keyword === 'anyOf');
  const values = errors?.filter(({ keyword }) => keyword === 'const') ?? [];
  if (union && values.length + 1 === errors?.length)
    return [{ ...union, message: `must be one of ${values.map(allowedValue).join(', ')}` }];
  const told = errors?.filter(
    ({ keyword, params }) => keyword !== 'anyOf' && !(keyword === 'type' && params.type === 'null'),
  );
  return (told?.length ? told : errors)?.map((error) => ({
    ...error,
    message: plainFault(error) ?? error.message ?? '',
  }));
}

const allowedValue = ({ params }: NonNullable<Errors>[number]) => String(params.allowedValue);
