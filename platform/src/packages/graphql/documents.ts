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

/** Documents that hold, by their text: the console sends the same few over and over. Of any platform, as the schema is. */
const known = new LRUCache<string, DocumentNode>({ max: 200 });

/** The document that the text is, or what is wrong with it and where; what the schema is only some may ask. */
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
