import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { HttpError } from '../errors/HttpError.ts';
import type { BlobLocation } from './BlobLocation.ts';
import { adoptWord } from './storeId.ts';

/**
 * Age of marks to delete. Each node can have its own blob store, and be stopped for a while: the
 * number of marks of the others must not matter.
 */
const maxAge = '90 days';
/** Maximum number of marks in a blob store, which only copies in conflict reach. */
const maxListed = 20;

/**
 * Another copy of the installation uses the blob store. Garbage collection would delete its files.
 */
export class SharedBlobStore extends HttpError {
  constructor(name: string) {
    super(
      409,
      'BLOB_STORE_SHARED',
      `Another copy of this installation uses the ${name}: its original, or a copy of its database. ` +
        'Neither of them starts or collects garbage there, which would delete files of the other. ' +
        'Set LADING_BLOB_URL of one of them to its own location. ' +
        'If the other copy no longer uses this one, run "lading adopt-blobs"',
    );
  }
}

interface Conflict {
  location: BlobLocation;
  marks: string[];
  /** Whether one of the marks is of this database. */
  isMarked: boolean;
}

/**
 * Tells two databases apart that have the same ID, such as a clone and its original. Each start and
 * a job store a new random mark in the database, and then in the blob store. A database that does
 * not know the mark of the store was copied before, and the other copy has used the store since.
 * The nodes of a cluster have one database, so they know the marks of each other.
 */
export class BlobMarks {
  readonly #pool: Pick<ClientBase, 'query'>;
  readonly #locations: readonly BlobLocation[];
  readonly #report: (event: string, error?: unknown) => void;
  #conflict: SharedBlobStore | undefined;

  constructor(
    pool: Pick<ClientBase, 'query'>,
    locations: readonly BlobLocation[],
    report: (event: string, error?: unknown) => void,
  ) {
    this.#pool = pool;
    this.#locations = locations;
    this.#report = report;
  }

  /** Why the last check failed, if another copy used a location. */
  get conflict(): SharedBlobStore | undefined {
    return this.#conflict;
  }

  /** Throws `SharedBlobStore` before garbage collection. Reports the conflict to the other copy. */
  async check(): Promise<void> {
    const found = await this.#findConflict();
    this.#conflict = found && new SharedBlobStore(found.location.name);
    // The other copy does not know marks from after it was copied.
    if (found && !found.isMarked) await this.#tryToMark([found.location], found.marks);
    if (this.#conflict) throw this.#conflict;
  }

  /** Checks the locations, and replaces their marks. */
  async renew(): Promise<void> {
    await this.check();
    await this.#tryToMark(this.#locations, []);
  }

  /** Checks the locations while the server starts, which leaves them unchanged if it must not. */
  async claim(): Promise<void> {
    const found = await this.find();
    if (found) throw found;
    await this.#tryToMark(this.#locations, []);
  }

  /** Returns why a server must not start. Changes nothing. */
  async find(): Promise<SharedBlobStore | undefined> {
    const found = await this.#findConflict();
    return found && new SharedBlobStore(found.location.name);
  }

  async #findConflict(): Promise<Conflict | undefined> {
    for (const location of this.#locations) {
      const marks = marksIn(await location.readMarks());
      const known = await this.#countKnown(marks);
      if (known < marks.length) return { location, marks, isMarked: known > 0 };
    }
    return undefined;
  }

  async #countKnown(marks: readonly string[]): Promise<number> {
    if (marks.length === 0) return 0;
    const { rowCount } = await this.#pool.query('SELECT FROM blob_marks WHERE mark::text = ANY($1)', [marks]);
    return rowCount ?? 0;
  }

  /**
   * Marks the locations. A failure is only reported, because the former marks remain valid: garbage
   * collection must be possible on a full disk.
   */
  async #tryToMark(locations: readonly BlobLocation[], others: readonly string[]): Promise<void> {
    try {
      const mark = randomUUID();
      // Committed first, so that the database knows every mark that it has stored.
      await this.#pool.query('INSERT INTO blob_marks (mark) VALUES ($1)', [mark]);
      const text = [...others, mark].slice(-maxListed).join('\n');
      for (const location of locations) await location.writeMarks(text);
      // Only then: while the store cannot be written, its former mark must stay known.
      await this.#pool.query('DELETE FROM blob_marks WHERE created < now() - $1::interval', [maxAge]);
    } catch (error) {
      this.#report('Failed to mark the blob store. The next run retries', error);
    }
  }
}

/** Each mark is a line. Other content is an unknown mark, except for the word of an operator. */
function marksIn(text: string | undefined): string[] {
  const marks = (text ?? '').split(/\s+/).filter((mark) => mark !== '');
  return marks.length === 1 && marks[0] === adoptWord ? [] : [...new Set(marks)];
}
