import type { GraphQLFailure, GraphQLQuery } from '@lading/contract/rest';
import { type DocumentNode, GraphQLError } from 'graphql';
import type { Caller } from '../../access/Caller.ts';
import { allows } from '../../access/gateway.ts';
import { currentPlatform } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { CountedCache } from '../../platform/CountedCache.ts';
import { indexState } from '../indexChanges.ts';
import { type View, viewOf } from '../sql/readable.ts';
import { compiled } from './compiled.ts';
import { readDocument } from './documents.ts';
import { checkLimits } from './limits.ts';
import type { QueryContext } from './resolvers.ts';

/**
 * JSON: `{data}`, or with 400 a `GraphQLFailure`. Bytes rather than a string: the garbage collector
 * would copy short-lived cached strings.
 */
export interface Answer {
  status: 200 | 400;
  body: Buffer;
}

/**
 * Milliseconds until index changes of other nodes are visible. Changes of this node are visible
 * immediately.
 */
const staleAfter = 1000;

/** Responses to repeated queries, such as the first page, while the index does not change. */
export const createAnswerCache = () => new CountedCache<Promise<Answer>>({ max: 64, ttl: staleAfter });
const cached = () => currentPlatform().packages.answers;
/** Maximum bytes of a cached response; a page of a hundred packages has half of that. */
const maxCachedBytes = 100_000;

/** Runs the document for the caller. Returns query errors; throws other errors. */
export async function runQuery({ query, variables = {} }: GraphQLQuery, caller: Caller): Promise<Answer> {
  const view = await viewOf(caller);
  const read = readDocument(query, await allows(caller, 'admin', 'system'));
  if ('errors' in read) return failure(read.errors);
  checkLimits(read.document, variables);
  if (view.partial.size) return run(read.document, variables, view);

  const key = JSON.stringify([indexState(), view.scope, query, variables]);
  const answers = cached();
  const known = answers.get(key);
  if (known) return known;
  const answer = run(read.document, variables, view);
  answers.set(key, answer);
  answer.then(
    ({ body }) => body.length > maxCachedBytes && answers.delete(key),
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

/** Maps the database error for a NUL in a query's text; undefined for other errors. */
function notText(error: Error): HttpError | undefined {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return (code ?? cause?.code) === '22021'
    ? new HttpError(400, 'BAD_TEXT', 'The query contains a NUL character')
    : undefined;
}
