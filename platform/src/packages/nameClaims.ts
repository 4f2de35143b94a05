import { LRUCache } from 'lru-cache';
import { afterCommit, currentPlatform, send } from '../database/db.ts';
import { foldName, namingOf } from '../repositories/naming.ts';

/** A package name and the repository that claims it. */
export interface HeldName {
  repo: string;
  type: string;
  name: string;
}

/**
 * Namespaces recorded by this process: further versions of a package need no statement.
 * Short-lived because another node may delete the repository, and its rows with it.
 */
export const createRecordedNames = () => new LRUCache<string, true>({ max: 20_000, ttl: 10_000 });
const recorded = () => currentPlatform().packages.recordedNames;

/**
 * Insert statement for `claimsOf`, with parameters from `$first` on. Local repositories and caches
 * get different rows.
 */
export function claimStatement(first: number): string {
  const at = (offset: number, type: string) => `$${first + offset}::${type}[]`;
  return `INSERT INTO name_claims (type, namespace, repo)
    SELECT DISTINCT g.type, g.namespace, g.repo
    FROM unnest(${at(0, 'text')}, ${at(1, 'text')}, ${at(2, 'text')}, ${at(3, 'boolean')}) AS g (type, namespace, repo, own)
    JOIN repositories r ON r.key = g.repo AND (r.type = 'local') = g.own
    WHERE NOT EXISTS (SELECT FROM name_claims c WHERE c.type = g.type AND c.namespace = g.namespace AND c.repo = g.repo)
    ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`;
}

export interface Claims {
  /** The parameters of the statement. */
  values: [types: string[], namespaces: string[], repos: string[], own: boolean[]];
  /** Call after the rows are durable. */
  done(): void;
}

/**
 * Returns the rows that record these names; undefined if they are recorded already or their formats
 * have no namespaces.
 */
export function claimsOf(names: readonly HeldName[]): Claims | undefined {
  const values: Claims['values'] = [[], [], [], []];
  const keys: string[] = [];
  const cache = recorded();
  for (const { repo, type, name } of names) {
    const { namespaces, reserves } = namingOf(type);
    if (!namespaces) continue;
    const folded = foldName(type, name);
    const own = reserves?.(folded);
    const all = namespaces(folded);
    const key = JSON.stringify([repo, type, own, all.at(-1)]);
    if (cache.has(key)) continue;
    keys.push(key);
    const rows = [
      ...(own === undefined ? [] : [[own, true] as const]),
      ...all.map((each) => [each, false] as const),
    ];
    for (const [namespace, isOwn] of rows) {
      values[0].push(type);
      values[1].push(namespace);
      values[2].push(repo);
      values[3].push(isOwn);
    }
  }
  if (values[0].length === 0) return undefined;
  return {
    values,
    done() {
      for (const key of keys) cache.set(key, true);
    },
  };
}

const statement = { name: 'claim-names', text: claimStatement(1) };

/** Records that the repository contains the name, in the current transaction. */
export function claimName(held: HeldName): void {
  const claims = claimsOf([held]);
  if (!claims) return;
  send(statement, claims.values);
  afterCommit(claims.done);
}
