import { isDeepStrictEqual } from 'node:util';
import AjvCompiler from '@fastify/ajv-compiler';
import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';
import { strictSchema } from '../http/strictSchema.ts';

interface Checked {
  serialize: (value: unknown) => string;
  validate: ReturnType<ReturnType<ReturnType<typeof AjvCompiler>>>;
}

const compileSerializer = SerializerSelector()({}, {});
const options = { coerceTypes: false, removeAdditional: false, strict: false } as const;
const compileValidator = AjvCompiler()({}, { customOptions: options, plugins: [] });
/** Schemas are module constants, so each is compiled once for all platforms of a test file. */
const checked = new WeakMap<object, Checked>();

/**
 * Sends responses of handlers without serialization by schema, and records each response that its
 * schema would have changed or does not describe. Returns the faults found so far.
 */
export function checkAnswers(app: FastifyInstance): readonly string[] {
  const faults: string[] = [];
  app.setSerializerCompiler(({ schema, method, url, httpStatus = '' }) => (value) => {
    const text = JSON.stringify(value);
    const fault = faultOf(schema as object, text, { method, url, httpStatus });
    if (fault !== undefined) faults.push(`${method} ${url} ${httpStatus}: ${fault}`);
    return text;
  });
  return faults;
}

interface Place {
  method: string;
  url: string;
  httpStatus: string;
}

function faultOf(schema: object, text: string, place: Place): string | undefined {
  const value: unknown = JSON.parse(text);
  const { serialize, validate } = compiled(schema, place);
  if (!validate(value)) {
    const [{ instancePath = '', message = '', params = {} } = {}] = validate.errors ?? [];
    return `${instancePath} ${message} ${JSON.stringify(params)}`;
  }
  const serialized = serialize(value);
  // The schema determines the order of fields, also for settings that are stored as JSON.
  return isDeepStrictEqual(JSON.parse(serialized), value) ? undefined : `${text} became ${serialized}`;
}

function compiled(schema: object, place: Place): Checked {
  const known = checked.get(schema);
  if (known) return known;
  const made: Checked = {
    serialize: compileSerializer({ ...place, schema }),
    validate: compileValidator({ ...place, httpPart: 'body', schema: strictSchema(schema) } as never),
  };
  checked.set(schema, made);
  return made;
}
