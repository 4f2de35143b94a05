import { type SchemaOptions, type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';

/** A string with one of these values. Faster to serialize than a union of literals. */
export function oneOf<const Values extends readonly (string | number)[]>(
  values: Values,
  options: SchemaOptions = {},
): TUnsafe<Values[number]> {
  const type = typeof values[0] === 'number' ? 'integer' : 'string';
  return Type.Unsafe<Values[number]>({ type, enum: [...values], ...options });
}

/** An object whose keys are data, such as names of users. */
export function mapOf<Item extends TSchema>(
  item: Item,
  options: SchemaOptions = {},
): TUnsafe<Record<string, Static<Item>>> {
  return Type.Unsafe<Record<string, Static<Item>>>({
    type: 'object',
    additionalProperties: item,
    ...options,
  });
}

/** Allows null in addition to the schema. */
export function nullable<Item extends TSchema>(item: Item): TUnsafe<Static<Item> | null> {
  // The copy must not have the same title as the original schema.
  const { title: _title, ...schema } = item;
  const values = schema.enum ? { enum: [...schema.enum, null] } : {};
  return Type.Unsafe<Static<Item> | null>({ ...schema, ...values, type: [item.type, 'null'] });
}

/** Date and time in ISO 8601, UTC. */
export const time = (description: string) => Type.String({ description });

/** A size; the description says of what. */
export const bytes = (description: string) => Type.Integer({ description: `${description}, in bytes.` });
