import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { testStorage } from '../testing/testStorage.ts';
import { describeError } from './logging.ts';

describe('a logged error', () => {
  it('shows a failed query without its values', async () => {
    const { storage, close } = await testStorage();
    const failure = await withStorage(storage, () =>
      db().execute(sql`select * from users where name = ${'a-secret'} and 1 / 0 = 1`),
    ).catch((error: unknown) => error);
    await close();
    const logged = JSON.stringify(describeError(failure));
    expect(logged).toContain('Failed query: select * from users where name = $1');
    expect(logged).toContain('division by zero');
    expect(logged).not.toContain('a-secret');
  });

  it('contains no value of a row or parameter', () => {
    const cause = Object.assign(new Error('invalid input syntax for type integer: "c4nary"'), {
      ...{ code: '22P02', severity: 'ERROR' },
    });
    const failed = Object.assign(new Error('Failed query: select $1 params: c4nary', { cause }), {
      query: 'select $1',
    });
    expect(JSON.stringify(describeError(failed))).not.toContain('c4nary');
    expect(describeError(cause)).toMatchObject({ message: 'invalid input syntax for type integer: …' });
    const constraint = Object.assign(
      new Error('duplicate key value violates unique constraint "users_pkey"'),
      {
        ...{ code: '23505', severity: 'ERROR' },
      },
    );
    expect(describeError(constraint).message).toContain('"users_pkey"');
  });

  it('shows its stack and its cause', () => {
    const logged = describeError(new TypeError('outer', { cause: new Error('inner') }));
    expect(logged).toMatchObject({
      type: 'TypeError',
      message: 'outer',
      cause: { type: 'Error', message: 'inner' },
    });
    expect(logged.stack).toMatch(/^\s+at .*logging\.test\.ts/);
    expect(describeError('thrown text')).toEqual({ type: 'string', message: 'thrown text' });
  });
});
