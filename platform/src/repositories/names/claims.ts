import { Batch } from '../../database/Batch.ts';
import { currentPlatform, query } from '../../database/db.ts';

/** The members of a virtual repository, by key. */
export interface Members {
  locals: readonly string[];
  remotes: readonly string[];
}

interface Claim {
  namespace: string;
  repo: string;
  /** Microseconds since 1970; negative infinity for names that predate the recording of claims. */
  since: number;
}

interface Question {
  type: string;
  namespace: string;
}

export const createClaimQueries = () => new Batch<Question, readonly Claim[]>(read);
const batch = () => currentPlatform().repositories.claims;

/**
 * Returns the first namespace that is reserved by default: a local member has a name in it and had
 * it before any remote member cached one. Later downloads that bypass the virtual repository don't
 * lift the reservation.
 */
export async function reservedByDefault(
  type: string,
  namespaces: readonly string[],
  members: Members,
): Promise<string | undefined> {
  const claims = await Promise.all(namespaces.map((namespace) => batch().ask({ type, namespace })));
  return namespaces.find((_, at) => isReserved(claims[at] ?? [], members));
}

function isReserved(claims: readonly Claim[], { locals, remotes }: Members): boolean {
  const first = (repos: readonly string[]) =>
    Math.min(...claims.filter(({ repo }) => repos.includes(repo)).map(({ since }) => since));
  return first(locals) < first(remotes);
}

const statement = {
  name: 'name-claims',
  text: `
    SELECT k.type, c.namespace, c.repo, (extract(epoch FROM c.since) * 1000000)::float8 AS since
    FROM unnest($1::text[], $2::text[]) AS k (type, namespace)
    CROSS JOIN LATERAL (SELECT * FROM name_claims n WHERE n.type = k.type AND n.namespace = k.namespace) c`,
};

async function read(questions: readonly Question[]): Promise<(readonly Claim[])[]> {
  const idOf = ({ type, namespace }: Question) => `${type} ${namespace}`;
  const distinct = [...new Map(questions.map((each) => [idOf(each), each])).values()];
  const rows = await query<Claim & { type: string }>(statement, [
    distinct.map(({ type }) => type),
    distinct.map(({ namespace }) => namespace),
  ]);
  const found = new Map<string, Claim[]>();
  for (const row of rows) {
    const claims = found.get(idOf(row)) ?? [];
    found.set(idOf(row), claims);
    claims.push(row);
  }
  return questions.map((each) => found.get(idOf(each)) ?? []);
}
