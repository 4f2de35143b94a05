import type { FastifyInstance } from 'fastify';
import { currentPlatform, query, withStorage } from '../../../database/db.ts';
import { gzip } from '../packument/gzip.ts';
import type { PackumentForm } from '../packument/localPackument.ts';
import type { UpstreamPackument } from './reading/UpstreamPackument.ts';
import type { Validators } from './storedPackuments.ts';

/** An upstream's response that is not yet in the database; until then it is served from memory. */
interface FreshPackument {
  repo: string;
  /** URL of the upstream, if the repository specifies one. */
  upstream: string;
  name: string;
  form: PackumentForm;
  revision: number;
  packument: UpstreamPackument;
  validators: Validators;
  /** Hash of the text. */
  hash: string;
  /** Time of the upstream request, by the clock of this process. */
  asked: number;
}

/**
 * Packuments are written when no client was served for this many milliseconds: installations have
 * priority.
 */
const quietMs = 300;
/** Packuments are written at the latest at this age in milliseconds. */
const maxAgeMs = 10_000;
/** Packuments are written when they reach this many bytes in total. */
const maxHeldBytes = 24 * 1024 * 1024;
const maxBatch = 16;
/** Number of revisions reserved in the database at a time. */
const revisionBatch = 64;

export class PackumentKeeper {
  readonly #held = new Map<string, FreshPackument>();
  #size = 0;
  #revisions: number[] = [];
  #taking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  sinceClientRequest: () => number = () => Number.POSITIVE_INFINITY;
  failed: (error: unknown) => void = () => undefined;

  find(repo: string, name: string, form: PackumentForm): FreshPackument | undefined {
    return this.#held.get(idOf(repo, name, form));
  }

  /** A revision that no other state of a package has or will have. */
  async nextRevision(): Promise<number> {
    for (;;) {
      const next = this.#revisions.shift();
      if (next !== undefined) return next;
      this.#taking ??= this.#takeRevisions().finally(() => {
        this.#taking = undefined;
      });
      await this.#taking;
    }
  }

  add(fresh: FreshPackument): void {
    const id = idOf(fresh.repo, fresh.name, fresh.form);
    this.#drop(id);
    this.#held.set(id, fresh);
    this.#size += fresh.packument.text.length;
    this.#timer ??= setTimeout(() => this.#look(), quietMs).unref();
  }

  /** Drops the packuments of a repository that is deleted or gets another upstream. */
  forget(repo: string): void {
    for (const [id, fresh] of this.#held) if (fresh.repo === repo) this.#drop(id);
  }

  /** Writes everything held at the time of the call. */
  async flush(): Promise<void> {
    const before = [...this.#held.values()];
    while (before.some((fresh) => this.#isHeld(fresh))) {
      this.#writing ??= this.#write([...this.#held.values()].slice(0, maxBatch)).finally(() => {
        this.#writing = undefined;
      });
      await this.#writing;
    }
  }

  #isHeld(fresh: FreshPackument): boolean {
    return this.#held.get(idOf(fresh.repo, fresh.name, fresh.form)) === fresh;
  }

  #drop(id: string): void {
    this.#size -= this.#held.get(id)?.packument.text.length ?? 0;
    this.#held.delete(id);
  }

  #look(): void {
    this.#timer = undefined;
    const [first] = this.#held.values();
    if (!first) return;
    const due =
      this.sinceClientRequest() >= quietMs ||
      this.#size > maxHeldBytes ||
      performance.now() - first.asked > maxAgeMs;
    const done = due ? this.flush() : Promise.resolve();
    void done.then(() => {
      if (this.#held.size > 0) this.#timer ??= setTimeout(() => this.#look(), quietMs).unref();
    });
  }

  async #write(some: readonly FreshPackument[]): Promise<void> {
    try {
      const bodies = await Promise.all(some.map(({ packument }) => gzip(packument.text, 3)));
      let at = 1;
      const rows = some.map(({ packument, validators, asked, ...rest }, index) => {
        const length = bodies[index]?.length ?? 0;
        const place = { at, length };
        at += length;
        return { ...rest, ...place, ...columnsOf(packument, validators), age: performance.now() - asked };
      });
      await query(statement, [JSON.stringify(rows), Buffer.concat(bodies)]);
    } catch (error) {
      // The data is only a copy: the upstream is queried again.
      this.failed(error);
    }
    for (const fresh of some) if (this.#isHeld(fresh)) this.#drop(idOf(fresh.repo, fresh.name, fresh.form));
  }

  async #takeRevisions(): Promise<void> {
    const rows = await query<{ revision: number }>(numbers, [revisionBatch]);
    this.#revisions = rows.map(({ revision }) => revision);
  }
}

const idOf = (repo: string, name: string, form: PackumentForm) => `${form} ${repo}/${name}`;

function columnsOf({ tags, dists }: UpstreamPackument, { etag = null, lastModified = null }: Nullable) {
  const odd = [...dists].flatMap(([version, { url }]) => (url ? [[version, url]] : []));
  return { tags, etag, last_modified: lastModified, odd_tarballs: Object.fromEntries(odd) };
}

type Nullable = { [Key in keyof Validators]?: Validators[Key] | null };

const statement = { name: 'keep-npm-packuments', text: 'SELECT keep_npm_packuments($1::json, $2::bytea)' };
const numbers = {
  name: 'npm-revisions',
  text: `SELECT nextval('npm_revisions')::float8 AS revision FROM generate_series(1, $1::integer)`,
};

/** The keeper of the current platform. */
export const packumentKeeper = () => currentPlatform().formats.npm.keeper;

/**
 * Runs until the server closes. `sinceClientRequest` returns the milliseconds since the last client
 * request.
 */
export function installKeeper(app: FastifyInstance, sinceClientRequest: () => number): void {
  const { storage, formats } = app.platform;
  const { keeper } = formats.npm;
  keeper.sinceClientRequest = sinceClientRequest;
  keeper.failed = (err) => app.log.error({ err }, 'Failed to store package metadata of an upstream');
  app.addHook('onClose', () => withStorage(storage, () => keeper.flush()));
}
