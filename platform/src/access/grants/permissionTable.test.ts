import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { KeptPermissions } from './KeptPermissions.ts';
import { permissionSource } from './permissionTable.ts';

const rosa = { userName: 'rosa', groups: [] };
const reading = (repository: string) =>
  JSON.stringify({
    artifact: { actions: { users: { rosa: ['READ'] }, groups: {} }, targets: { [repository]: {} } },
  });

/** The permissions of another node, on the same database. Changes are made by an operator's SQL. */
describe('permissions of another node', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
  });
  afterAll(() => platform.close());

  const run = (statement: ReturnType<typeof sql>) =>
    withStorage(platform.storage, () => db().execute(statement));
  const add = (name: string, repository: string) =>
    run(sql`insert into permissions (name, resources) values (${name}, ${reading(repository)})
      on conflict (name) do update set resources = excluded.resources`);

  let now = 0;
  let reads = 0;
  let node: KeptPermissions;
  const repositories = async () => {
    now += 2001;
    const grants = await node.grantsOf(rosa);
    return ['npm', 'maven', 'pypi'].filter(
      (key) => grants.targets('READ', { key, type: 'local' }).length > 0,
    );
  };

  beforeEach(async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    await run(sql`truncate permissions`);
    await add('first', 'npm');
    const source = permissionSource(platform.storage);
    reads = 0;
    node = new KeptPermissions({
      version: source.version,
      changes: source.changes,
      read: () => {
        reads += 1;
        return source.read();
      },
    });
    expect(await repositories()).toEqual(['npm']);
  });

  it('follow each kind of statement without reading all permissions', async () => {
    await add('second', 'maven');
    expect(await repositories()).toEqual(['npm', 'maven']);
    await add('second', 'pypi');
    expect(await repositories()).toEqual(['npm', 'pypi']);
    await run(sql`update permissions set name = 'renamed' where name = 'second'`);
    await run(sql`delete from permissions where name = 'first'`);
    expect(await repositories()).toEqual(['pypi']);
    await run(sql`delete from permissions where name = 'renamed'`);
    expect(await repositories()).toEqual([]);
    expect(reads).toBe(1);
  });

  it('are all read again after TRUNCATE and after more than 1,000 changes', async () => {
    await run(sql`truncate permissions`);
    expect(await repositories()).toEqual([]);
    expect(reads).toBe(2);
    await run(sql`insert into permissions (name, resources)
      select 'p' || n, ${reading('maven')}::jsonb from generate_series(1, 1001) n`);
    expect(await repositories()).toEqual(['maven']);
    expect(reads).toBe(3);
  });

  it('are all read again by a node that missed more than 1,000 statements', async () => {
    await run(
      sql.raw(`do $$ begin for n in 1..1001 loop
      update permissions set resources = resources where name = 'first'; end loop; end $$`),
    );
    await run(sql`delete from permissions where name = 'first'`);
    expect(await repositories()).toEqual([]);
    expect(reads).toBe(2);
    const [row] = (await run(sql`select count(*)::int as kept from permission_changes`)).rows;
    expect(row).toEqual({ kept: 1000 });
  });
});
