import type { GraphQLFailure, GraphQLQuery } from '@lading/contract/rest';
import { type DocumentNode, GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../access/Caller.ts';
import { allows } from '../../access/gateway.ts';
import { currentPlatform } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { indexState } from '../indexChanges.ts';
import { type View, viewOf } from '../search/readable.ts';
import { compiled } from './compiled.ts';
import { readDocument } from './documents.ts';
import { checkLimits } from './limits.ts';
import type { QueryContext } from './resolvers.ts';

/** JSON: `{data}`, or with 400 a `GraphQLFailure`. As bytes: many a text that is kept for a moment would be moved about in the heap. */
export interface Answer {
  status: 200 | 400;
  body: Buffer;
}

/** Milliseconds after which another node's change of the index is seen here; our own is seen at once. */
const staleAfter = 1000;

/** Many ask for the same first page: while nothing changes they are answered with the same text. */
export const createAnswerCache = () => new LRUCache<string, Promise<Answer>>({ max: 64, ttl: staleAfter });
const kept = () => currentPlatform().packages.answers;
/** In bytes; a page of a hundred packages has half of it. */
const longestKept = 100_000;

/** Runs the document for the caller. What is wrong with it is the answer; what fails on the way is thrown. */
export async function runQuery({ query, variables = {} }: GraphQLQuery, caller: Caller): Promise<Answer> {
  const view = await viewOf(caller);
  const read = readDocument(query, await allows(caller, 'admin', 'system'));
  if ('errors' in read) return failure(read.errors);
  checkLimits(read.document, variables);
  if (view.partial.size) return run(read.document, variables, view);

  const key = JSON.stringify([indexState(), view.scope, query, variables]);
  const answers = kept();
  const known = answers.get(key);
  if (known) return known;
  const answer = run(read.document, variables, view);
  answers.set(key, answer);
  answer.then(
    ({ body }) => body.length > longestKept && answers.delete(key),
    () => answers.delete(key),
  );
  return answer;
}

async function run(document: DocumentNode, variables: Record<string, unknown>, view: View): Promise<Answer> {
  const context: QueryContext = { view };
  const { data, errors } = await compiled(document)(undefined, context, variables);
  if (!errors?.length) return { status: 200, body: Buffer.from(JSON.stringify({ data })) };
  const thrown = errors.map(({ originalError }) => originalError).filter((error) => error !== undefined);
  const unforeseen = thrown.find((error) => !(error instanceof HttpError || error instanceof GraphQLError));
  if (unforeseen) throw notText(unforeseen) ?? unforeseen;
  const [refused] = thrown.filter((error) => error instanceof HttpError);
  if (refused) throw refused;
  return failure(errors);
}

function failure(errors: readonly GraphQLError[]): Answer {
  const described = errors.map(({ message, locations }) => ({
    code: 'BAD_QUERY',
    message,
    ...(locations ? { locations: [...locations] } : {}),
  }));
  const body: GraphQLFailure = { errors: described };
  return { status: 400, body: Buffer.from(JSON.stringify(body)) };
}

/** A NUL in a text of the query: the database has no such text. */
function notText(error: Error): HttpError | undefined {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return (code ?? cause?.code) === '22021'
    ? new HttpError(400, 'BAD_TEXT', 'The query contains a NUL character')
    : undefined;
}
