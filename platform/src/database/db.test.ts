import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeServer } from '../http/makeServer.ts';
import { renderErrors } from '../http/renderErrors.ts';
import { type TestStorage, testStorage } from '../testing/testStorage.ts';
import { afterCommit, aroundCommit, commitAfter, db, query, send, transaction, withStorage } from './db.ts';
import { isUnavailable } from './unavailable.ts';

describe('transaction', () => {
  let platform: TestStorage;
  beforeAll(async () => {
    platform = await testStorage();
    await within(() => db().execute(sql`create table notes (text text)`));
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    await within(() => db().execute(sql`delete from notes`));
  });

  const within = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
  const note = (text: string) => db().execute(sql`insert into notes values (${text})`);
  const notes = () =>
    within(async () =>
      (await db().execute<{ text: string }>(sql`select text from notes`)).rows.map(({ text }) => text),
    );

  it('commits successful work, and rolls back work that throws', async () => {
    await within(() => transaction(() => note('kept')));
    const failing = within(() =>
      transaction(async () => {
        await note('gone');
        throw new Error('no');
      }),
    );
    await expect(failing).rejects.toThrow('no');
    expect(await notes()).toEqual(['kept']);
  });

  it('includes nested calls, and rolls back with them even if their error is caught', async () => {
    const outer = within(() =>
      transaction(async () => {
        await note('outer');
        await transaction(async () => {
          await note('inner');
          throw new Error('half done');
        }).catch(() => undefined);
      }),
    );
    await expect(outer).rejects.toThrow('half done');
    expect(await notes()).toEqual([]);
  });

  it('is not visible to others before the commit', async () => {
    await within(() =>
      transaction(async () => {
        await note('secret');
        expect(await notes()).toEqual([]);
      }),
    );
    expect(await notes()).toEqual(['secret']);
  });

  it('calls afterCommit after the commit, but not after a rollback', async () => {
    const told: string[] = [];
    await within(() =>
      transaction(async () => {
        afterCommit(() => told.push('done'));
        expect(told).toEqual([]);
      }),
    );
    const failing = within(() =>
      transaction(async () => {
        afterCommit(() => told.push('never'));
        throw new Error('no');
      }),
    );
    await expect(failing).rejects.toThrow('no');
    expect(told).toEqual(['done']);
  });

  it('calls aroundCommit before and after the commit, also if it fails, but not after a rollback', async () => {
    const told: string[] = [];
    const tell = () =>
      aroundCommit(() => {
        told.push('begins');
        return () => told.push('ended');
      });
    await within(() =>
      transaction(async () => {
        tell();
        afterCommit(() => told.push('done'));
        await note('kept');
        expect(told).toEqual([]);
      }),
    );
    expect(told.splice(0)).toEqual(['begins', 'ended', 'done']);

    const failing = within(() =>
      transaction(async () => {
        tell();
        throw new Error('no');
      }),
    );
    await expect(failing).rejects.toThrow('no');
    expect(told).toEqual([]);

    const lost = within(() =>
      transaction(async () => {
        const { rows } = await db().execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        tell();
        await within(() => db().execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`));
      }),
    );
    await expect(lost).rejects.toThrow();
    expect(told.splice(0)).toEqual(['begins', 'ended']);

    await within(async () => tell());
    expect(told).toEqual(['begins', 'ended']);
  });

  const sendNote = (text: string) => send({ name: 'note', text: 'insert into notes values ($1)' }, [text]);

  it('sends statements without awaiting them, in order', async () => {
    await within(() =>
      transaction(async () => {
        sendNote('one');
        send({ name: 'other', text: 'update notes set text = $1 where text = $2' }, ['two', 'one']);
        sendNote('one');
      }),
    );
    expect(await notes()).toEqual(['two', 'one']);
  });

  it('is rolled back if a statement failed that was not awaited, with that error', async () => {
    const divide = () => send({ name: 'divide', text: 'select 1 / $1::int' }, [0]);
    const silent = within(() =>
      transaction(async () => {
        sendNote('gone');
        divide();
      }),
    );
    await expect(silent).rejects.toThrow('division by zero');
    const noticed = within(() =>
      transaction(async () => {
        divide();
        await note('gone');
      }),
    );
    await expect(noticed).rejects.toThrow('division by zero');
    const twice = within(() =>
      transaction(async () => {
        divide();
        send({ name: 'new here', text: 'select 1' }, []);
        await query({ name: 'new here', text: 'select 1' }, []);
      }),
    );
    await expect(twice).rejects.toThrow('division by zero');
    expect(await notes()).toEqual([]);
    await within(() => transaction(async () => sendNote('still there')));
    expect(await notes()).toEqual(['still there']);
  });

  it('is rolled back if the error of a query was swallowed', async () => {
    const swallowing = within(() =>
      transaction(async () => {
        await note('gone');
        await db()
          .execute(sql`select 1 / 0`)
          .catch(() => undefined);
      }),
    );
    await expect(swallowing).rejects.toThrow('ROLLBACK');
    expect(await notes()).toEqual([]);
  });

  it('is committed after concurrent work, but not if that work fails', async () => {
    let happened = () => {};
    const kept = within(() =>
      transaction(async () => {
        commitAfter(
          new Promise<void>((resolve) => {
            happened = resolve;
          }),
        );
        await note('kept');
        expect(await within(notes)).toEqual([]);
        setImmediate(happened);
      }),
    );
    await kept;
    const failing = within(() =>
      transaction(async () => {
        commitAfter(Promise.reject(new Error('the disk is full')));
        await note('gone');
      }),
    );
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await notes()).toEqual(['kept']);
  });

  it('rejects work that was not awaited', async () => {
    let late: (() => Promise<unknown>) | undefined;
    await within(() =>
      transaction(async () => {
        const { AsyncResource } = await import('node:async_hooks');
        late = AsyncResource.bind(async () => note('late'));
      }),
    );
    await expect(late?.()).rejects.toThrow('The transaction has ended');
  });

  it('releases its connection in all cases', async () => {
    for (let round = 0; round < 30; round++) {
      const failing = within(() => transaction(() => db().execute(sql`select 1 / 0`)));
      await expect(failing).rejects.toThrow();
    }
    await within(() => transaction(() => note('still there')));
    expect(await notes()).toEqual(['still there']);
  });

  it('fails alone if its connection is lost while it waits for something else', async () => {
    const lost = within(() =>
      transaction(async () => {
        const { rows } = await db().execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        await within(() => db().execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`));
        // The connection has received the notification, and the event loop reads it while no query
        // is in progress.
        await new Promise(setImmediate);
        await new Promise(setImmediate);
        await note('lost');
      }),
    );
    await expect(lost).rejects.toThrow();
    await within(() => transaction(() => note('kept')));
    expect(await notes()).toEqual(['kept']);
  });

  it('sends nothing outside of a transaction', async () => {
    await expect(within(async () => sendNote('late'))).rejects.toThrow('Only a transaction');
    expect(await notes()).toEqual([]);
  });

  it('needs a storage', () => {
    expect(() => db()).toThrow('withStorage');
  });
});

describe('a slow database', () => {
  let app: FastifyInstance;
  let platform: TestStorage;
  beforeAll(async () => {
    const slow = () =>
      transaction(async () => {
        await db().execute(sql`set local statement_timeout = 20`);
        await db().execute(sql`select pg_sleep(5)`);
      });
    platform = await testStorage();
    app = makeServer(platform.settings);
    app.addHook('onRequest', (_request, _reply, done) => withStorage(platform.storage, done));
    renderErrors(app);
    app.get('/slow', slow);
  });
  afterAll(() => platform.close());

  it('times out after five seconds per statement', async () => {
    const { rows } = await withStorage(platform.storage, () => db().execute(sql`show statement_timeout`));
    expect(rows).toEqual([{ statement_timeout: '5s' }]);
  });

  it('results in a 503 response', async () => {
    const answer = await app.inject('/slow');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.json().errors[0].code).toBe('UNAVAILABLE');
  });

  it('is distinguished from other failures', () => {
    const coded = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });
    expect(isUnavailable(coded('57P03'))).toBe(true);
    expect(isUnavailable(coded('ECONNREFUSED', 'connect'))).toBe(true);
    expect(isUnavailable(coded('EAGAIN', 'connect'))).toBe(true);
    expect(isUnavailable(new Error('Failed query', { cause: coded('53300') }))).toBe(true);
    expect(isUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isUnavailable(coded('23505'))).toBe(false);
    expect(isUnavailable(coded('ENOENT', 'open'))).toBe(false);
  });
});
