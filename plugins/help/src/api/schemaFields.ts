import type { ApiDocument, Schema } from './ApiDocument.ts';

/** Field of a request or response body. */
export interface Field {
  /** Path from the root: `actions.users`, `tokens[].scope`. */
  name: string;
  type: string;
  required: boolean;
  description: string;
}

/** Maximum schema depth: a schema can be recursive. */
const MAX_DEPTH = 5;

function resolve(document: ApiDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  return document.components?.schemas?.[name] ?? {};
}

/** Returns the fields of an object or of the objects in a list, outer ones first. */
export function fieldsOf(document: ApiDocument, given: Schema, prefix = '', depth = 0): Field[] {
  const schema = resolve(document, given);
  if (depth > MAX_DEPTH) return [];
  if (schema.items) return fieldsOf(document, schema.items, `${prefix}[]`, depth + 1);
  if (schema.anyOf) return schema.anyOf.flatMap((part) => fieldsOf(document, part, prefix, depth + 1));
  if (typeof schema.additionalProperties === 'object')
    return fieldsOf(document, schema.additionalProperties, `${prefix}.{name}`, depth + 1);
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const name = prefix ? `${prefix}.${key}` : key;
    const required = schema.required?.includes(key) ?? false;
    const description = inner.description ?? resolve(document, inner).description ?? '';
    const field = { name, type: typeOf(document, inner), required, description };
    return [field, ...fieldsOf(document, inner, name, depth + 1)];
  });
}

/** Returns a short type notation: `string[]`, `"a" | "b"`. */
export function typeOf(document: ApiDocument, given: Schema): string {
  const schema = resolve(document, given);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.items) {
    const item = typeOf(document, schema.items);
    return item.includes('|') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.anyOf) return [...new Set(schema.anyOf.map((part) => typeOf(document, part)))].join(' | ');
  return [schema.type ?? 'any'].flat().join(' | ');
}

/** Returns an example value with the required fields. */
export function sampleOf(document: ApiDocument, given: Schema, depth = 0): unknown {
  const schema = resolve(document, given);
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return sampleOf(document, schema.anyOf[0], depth + 1);
  const type = [schema.type].flat()[0];
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return 0;
  if (type !== 'object') return '…';
  if (depth > MAX_DEPTH) return {};
  const required = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key));
  return Object.fromEntries(required.map(([key, inner]) => [key, sampleOf(document, inner, depth + 1)]));
}
