import {
  type DocumentNode,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { schema } from './schema.ts';

export type Document = { document: DocumentNode } | { errors: readonly GraphQLError[] };

/**
 * Valid documents, by their text: the console sends the same few documents repeatedly. Shared by
 * all platforms of the process, like the schema.
 */
const known = new LRUCache<string, DocumentNode>({ max: 200 });

/**
 * Parses and validates a document. Returns errors with their locations. `introspection` allows
 * queries for the schema.
 */
export function readDocument(text: string, introspection: boolean): Document {
  const key = `${introspection} ${text}`;
  const document = known.get(key);
  if (document) return { document };
  try {
    const parsed = parse(text, { maxTokens: 2000 });
    const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
    const errors = validate(schema, parsed, rules, { maxErrors: 10 });
    if (errors.length) return { errors };
    known.set(key, parsed);
    return { document: parsed };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}
