import SerializerSelector from '@fastify/fast-json-stringify-compiler';

type BuildSerializer = ReturnType<typeof SerializerSelector>;

const build = SerializerSelector();

/**
 * Compiles a serializer when the first response needs it, not during startup. See `lazyValidation`.
 */
export const lazySerialization: BuildSerializer = (schemas, options) => {
  let compile: ReturnType<BuildSerializer> | undefined;
  return (route) => {
    let serialize: ReturnType<ReturnType<BuildSerializer>> | undefined;
    return (value) => {
      compile ??= build(schemas, options);
      serialize ??= compile(route);
      return serialize(value);
    };
  };
};
