import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';

type Document = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

/**
 * Moves schemas with a title to `components`, once each, and references them. Throws if two
 * different schemas have the same title.
 */
export function hoistNamedSchemas(document: Document): Document {
  const named = new Map<string, unknown>();
  const paths = hoist(document.paths, named);
  const schemas = Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { ...document, components: { ...document.components, schemas }, paths } as Document;
}

function hoist(value: unknown, named: Map<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => hoist(item, named));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hoist(inner, named)]));
  const { title, ...schema } = copy;
  if (typeof title !== 'string') return copy;
  const before = named.get(title);
  if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema))
    throw new Error(`Two different schemas have the title ${title}`);
  named.set(title, schema);
  return { $ref: `#/components/schemas/${title}` };
}
