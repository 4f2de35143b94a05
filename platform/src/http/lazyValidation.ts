import AjvCompiler from '@fastify/ajv-compiler';

const compilerOf = AjvCompiler();

/**
 * Fastify compiles the schemas of all routes while the server starts, which is a third of its work then. Here a schema is
 * compiled when the first request comes that it is for.
 */
export const lazyValidation: AjvCompiler.BuildCompilerFromPool = (schemas, options) => {
  let compile: ReturnType<typeof compilerOf> | undefined;
  return (route, meta) => {
    let validate: ReturnType<NonNullable<typeof compile>> | undefined;
    const validator = (data: unknown) => {
      compile ??= compilerOf(schemas, options);
      validate ??= compile(route, meta);
      const valid = validate(data);
      validator.errors = validate.errors;
      return valid;
    };
    validator.errors = undefined as NonNullable<typeof validate>['errors'];
    return validator as NonNullable<typeof validate>;
  };
};
