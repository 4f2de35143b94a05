import type { FastifyInstance } from 'fastify';
import { currentPlatform, query, withStorage } from '../../../database/db.ts';
import { gzip } from '../packument/gzip.ts';
import type { PackumentForm } from '../packument/localPackument.ts';
import type { Validators } from './keptPackuments.ts';
import type { UpstreamPackument } from './UpstreamPackument.ts';

/** What an upstream answered, on its way into the database; until then it is served from here. */
interface FreshPackument {
  repo: string;
  /** Its address, where the repository names one. */
  upstream: string;
  name: string;
  form: PackumentForm;
  revision: number;
  packument: UpstreamPackument;
  validators: Validators;
  /** Of the text. */
  hash: string;
  /** When the upstream was asked, by the clock of this process. */
  asked: number;
}

/** It is written once nobody was served for so many milliseconds, */
const quiet = 300;
/** at this age, */
const oldest = 10_000;
/** or at this many bytes together: whoever installs goes first. */
const mostHeld = 24 * 1024 * 1024;
const mostAtOnce = 16;
/** Numbers that are taken from the database together. */
const revisionsAtOnce = 64;

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

  /** A number that no other state of a package has, or will have. */
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
    this.#timer ??= setTimeout(() => this.#look(), quiet).unref();
  }

  /** Of a repository that goes, or gets another upstream. */
  forget(repo: string): void {
    for (const [id, fresh] of this.#held) if (fresh.repo === repo) this.#drop(id);
  }

  /** Writes what is held now. */
  async flush(): Promise<void> {
    const before = [...this.#held.values()];
    while (before.some((fresh) => this.#isHeld(fresh))) {
      this.#writing ??= this.#write([...this.#held.values()].slice(0, mostAtOnce)).finally(() => {
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
      this.sinceClientRequest() >= quiet || this.#size > mostHeld || performance.now() - first.asked > oldest;
    const done = due ? this.flush() : Promise.resolve();
    void done.then(() => {
      if (this.#held.size > 0) this.#timer ??= setTimeout(() => this.#look(), quiet).unref();
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
      // The upstream is asked again: what is lost is a copy.
      this.failed(error);
    }
    for (const fresh of some) if (this.#isHeld(fresh)) this.#drop(idOf(fresh.repo, fresh.name, fresh.form));
  }

  async #takeRevisions(): Promise<void> {
    const rows = await query<{ revision: number }>(numbers, [revisionsAtOnce]);
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

/** Of the current platform. */
export const packumentKeeper = () => currentPlatform().formats.npm.keeper;

/** Ends with the server. `sinceClientRequest`: milliseconds since somebody was served last. */
export function installKeeper(app: FastifyInstance, sinceClientRequest: () => number): void {
  const { storage, formats } = app.platform;
  const { keeper } = formats.npm;
  keeper.sinceClientRequest = sinceClientRequest;
  keeper.failed = (err) => app.log.error({ err }, 'failed to store package metadata of an upstream');
  app.addHook('onClose', () => withStorage(storage, () => keeper.flush()));
}
