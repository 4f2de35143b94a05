import type { GraphQLFailure, GraphQLQuery } from '@lading/contract/rest';
import {
  type DocumentNode,
  execute,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { allows, type Caller } from '../../access/gateway.ts';
import { HttpError } from '../../http/errors.ts';
import { checkLimits } from './limits.ts';
import { QueryContext, resolvers } from './resolvers.ts';
import { schema } from './schema.ts';

/** Documents that hold, by their text: the console sends the same few over and over. */
export type Documents = LRUCache<string, DocumentNode>;
export const documents = (): Documents => new LRUCache({ max: 200 });

export type Answer = { status: 200; body: { data: unknown } } | { status: 400; body: GraphQLFailure };

/** Runs the document for the caller. What is wrong with it is the answer; what fails on the way is thrown. */
export async function runQuery(known: Documents, query: GraphQLQuery, caller: Caller): Promise<Answer> {
  const variables = query.variables ?? {};
  const read = readDocument(known, query.query, await allows(caller, 'admin', 'system'));
  if ('errors' in read) return failure(read.errors);
  checkLimits(read.document, variables);
  const { data, errors } = await execute({
    schema,
    document: read.document,
    rootValue: resolvers,
    contextValue: new QueryContext(caller),
    variableValues: variables,
  });
  if (!errors?.length) return { status: 200, body: { data } };
  const thrown = errors.map(({ originalError }) => originalError).filter((error) => error !== undefined);
  const unforeseen = thrown.find((error) => !(error instanceof HttpError || error instanceof GraphQLError));
  if (unforeseen) throw notText(unforeseen) ?? unforeseen;
  const [refused] = thrown.filter((error) => error instanceof HttpError);
  if (refused) throw refused;
  return failure(errors);
}

type Read = { document: DocumentNode } | { errors: readonly GraphQLError[] };

function readDocument(known: Documents, text: string, introspection: boolean): Read {
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

function failure(errors: readonly GraphQLError[]): Answer {
  const described = errors.map(({ message, locations }) => ({
    code: 'BAD_QUERY',
    message,
    ...(locations ? { locations: [...locations] } : {}),
  }));
  return { status: 400, body: { errors: described } };
}

/** A NUL in a text of the query: the database has no such text. */
function notText(error: Error): HttpError | undefined {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === '22021'
    ? new HttpError(
        400,
        'BAD_TEXT',
        'A text of the query has a NUL character: there is nothing that it could match',
      )
    : undefined;
}
