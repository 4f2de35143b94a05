import SerializerSelector from '@fastify/fast-json-stringify-compiler';

type BuildSerializer = ReturnType<typeof SerializerSelector>;

const build = SerializerSelector();

/** Like `lazyValidation`: a serializer is compiled when the first answer needs it, not while the server starts. */
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
