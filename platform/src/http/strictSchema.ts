type Schema = Record<string, unknown>;

/**
 * Keywords whose schemas each describe a part of the same object, so a field unknown to one can
 * belong to another.
 */
const combined = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/**
 * Returns the schema with unknown fields rejected in every object, unless the object sets that
 * itself.
 */
export function strictSchema(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(strictSchema);
  const given = schema as Schema;
  const inner = Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (name === 'properties') return [name, mapValues(value as Schema)];
      return [name, name === 'items' || name === 'prefixItems' ? strictSchema(value) : value];
    }),
  );
  const isOpen = 'additionalProperties' in given || 'patternProperties' in given;
  const isPart = combined.some((keyword) => keyword in given);
  if (given.type !== 'object' || !('properties' in given) || isOpen || isPart) return inner;
  return { ...inner, additionalProperties: false };
}

function mapValues(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, strictSchema(value)]));
}
