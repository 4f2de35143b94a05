import type { FastifyRequest } from 'fastify';
import type { Caller } from '../access/Caller.ts';
import { HttpError } from '../errors/HttpError.ts';
import { narrowView, type View, viewOf } from '../packages/sql/readable.ts';
import { indexTypeOf } from '../packages/typeNames.ts';
import { listRepositories } from '../repositories/repositories.ts';

/** Query parameters of a search, with limited length. */
export class SearchQuery {
  readonly #keys: URLSearchParams;

  constructor(request: FastifyRequest) {
    const [, query = ''] = (request.raw.url ?? '').split(/\?(.*)/s);
    this.#keys = new URLSearchParams(query);
    for (const [key, value] of this.#keys) {
      if (value.length > longest)
        throw new HttpError(400, 'BAD_REQUEST', `?${shown(key)}= has more than ${longest} characters`);
      if (value.includes('\0') || /\p{Surrogate}/u.test(value))
        throw new HttpError(400, 'BAD_REQUEST', `Invalid ?${shown(key)}=. Expected a string.`);
    }
  }

  get keys(): string[] {
    return [...new Set(this.#keys.keys())];
  }

  /** Undefined if missing or blank. */
  text(key: string): string | undefined {
    const values = this.#keys.getAll(key);
    if (values.length > 1)
      throw new HttpError(
        400,
        'BAD_REQUEST',
        `?${shown(key)}= appears ${values.length} times. Expected one.`,
      );
    return values[0]?.trim() || undefined;
  }

  required(key: string, example: string): string {
    const value = this.text(key);
    if (value === undefined)
      throw new HttpError(
        400,
        'BAD_REQUEST',
        `Invalid query. ?${key}= is missing, such as ?${key}=${example}.`,
      );
    return value;
  }

  /** Repeated or comma-separated values. */
  list(key: string): string[] {
    const values = this.#keys.getAll(key).flatMap((value) => value.split(','));
    const given = [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
    if (given.length > maxListed)
      throw new HttpError(400, 'BAD_REQUEST', `?${shown(key)}= has more than ${maxListed} values`);
    return given;
  }

  flag(key: string): boolean {
    const value = this.text(key);
    if (value === undefined || value === 'false') return false;
    if (value === 'true') return true;
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `Invalid ?${key}= ${JSON.stringify(value.slice(0, 40))}. Expected true or false.`,
    );
  }
}

const longest = 4096;
const maxListed = 200;
const shown = (key: string) => key.slice(0, 40).replace(/[^\x20-\x7e]/g, '?');

/**
 * Returns the visible part of the given repositories, package types, and project. Empty lists mean
 * all.
 */
export async function searchedView(
  caller: Caller,
  { repos, types = [], project }: { repos: readonly string[]; types?: readonly string[]; project?: string },
): Promise<View> {
  const view = await viewOf(caller);
  const named = repos.length ? await narrowView(view, repos) : view;
  const narrowed = project === undefined ? named : await narrowView(named, await keysOf(project));
  if (!types.length) return narrowed;
  const asked = new Set(types.map(indexTypeOf));
  const all = await listRepositories();
  const ofTypes = all.filter(
    ({ type, packageType }) => type !== 'virtual' && asked.has(indexTypeOf(packageType)),
  );
  const within = await narrowView(
    narrowed,
    ofTypes.map(({ key }) => key),
  );
  return within;
}

async function keysOf(project: string): Promise<string[]> {
  return (await listRepositories({ project })).map(({ key }) => key);
}

/** Returns the pattern for a typed name: a prefix if it has wildcards, else any part of a name. */
export function namePattern(typed: string): string {
  if (typed.length > 1 && typed.startsWith('"') && typed.endsWith('"')) return typed.slice(1, -1);
  if (!/[*?]/.test(typed)) return `*${typed}*`;
  return typed.endsWith('*') ? typed : `${typed}*`;
}
