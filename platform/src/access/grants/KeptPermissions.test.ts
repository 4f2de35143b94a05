import type { Permission } from '@lading/contract/rest';
import { describe, expect, it, vi } from 'vitest';
import { KeptPermissions } from './KeptPermissions.ts';

type Resources = Permission['resources'];

const granting = (user: string, repository: string): Resources => ({
  artifact: { actions: { users: { [user]: ['READ'] }, groups: {} }, targets: { [repository]: {} } },
});
const rosa = { userName: 'rosa', groups: ['readers'] };

/** A table that counts full reads. */
class Table {
  readonly rows = new Map<string, Resources>();
  number = 1n;
  reads = 0;
  /** Called between reading the version and reading the rows, to simulate concurrent changes. */
  meanwhile: (() => void) | undefined;

  async version() {
    return this.number;
  }

  async *read() {
    this.reads += 1;
    const rows = [...this.rows].map(([name, resources]) => ({ name, resources }));
    this.meanwhile?.();
    yield rows;
  }

  /** Names by version; an operator's TRUNCATE has none. */
  readonly log = new Map<bigint, string[] | null>();

  async changes(after: bigint, upTo: bigint) {
    const changes = [...this.log].filter(([version]) => version > after && version <= upTo);
    if (BigInt(changes.length) !== upTo - after || changes.some(([, names]) => !names)) return undefined;
    const names = changes.flatMap(([, names]) => names ?? []);
    return new Map(names.map((name) => [name, this.rows.get(name)]));
  }

  /** Simulates a change by another node. */
  change(name: string, resources?: Resources) {
    this.number += 1n;
    this.log.set(this.number, [name]);
    if (resources) this.rows.set(name, resources);
    else this.rows.delete(name);
    return { version: this.number, permissions: new Map([[name, resources]]) };
  }
}

function kept() {
  const table = new Table();
  table.change('first', granting('rosa', 'npm'));
  return { table, permissions: new KeptPermissions(table) };
}

const repositoriesOf = async (permissions: KeptPermissions) => {
  const grants = await permissions.grantsOf(rosa);
  return ['npm', 'maven', 'pypi'].filter((key) => grants.targets('READ', { key, type: 'local' }).length > 0);
};

describe('permissions cached in memory', () => {
  it('are indexed once per caller until a permission of the caller changes', async () => {
    const { table, permissions } = kept();
    const first = await permissions.grantsOf(rosa);
    permissions.apply(table.change('second', granting('karl', 'maven')));
    expect(await permissions.grantsOf(rosa)).toBe(first);
    permissions.apply(table.change('third', granting('rosa', 'maven')));
    expect(await repositoriesOf(permissions)).toEqual(['npm', 'maven']);
    expect(table.reads).toBe(1);
  });

  it('apply revocations of this node immediately', async () => {
    const { table, permissions } = kept();
    expect(await repositoriesOf(permissions)).toEqual(['npm']);
    permissions.apply(table.change('first'));
    expect(await repositoriesOf(permissions)).toEqual([]);
    expect(table.reads).toBe(1);
  });

  it('are refreshed after a change by another node, at the latest when this node changes one too', async () => {
    const { table, permissions } = kept();
    await repositoriesOf(permissions);
    table.change('elsewhere', granting('rosa', 'pypi'));
    permissions.apply(table.change('here', granting('rosa', 'maven')));
    expect(await repositoriesOf(permissions)).toEqual(['npm', 'maven', 'pypi']);
    expect(table.reads).toBe(1);
  });

  it('lose what another node revokes, without reading all permissions', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { table, permissions } = kept();
    expect(await repositoriesOf(permissions)).toEqual(['npm']);
    table.change('first');
    now.mockReturnValue(2001);
    expect(await repositoriesOf(permissions)).toEqual([]);
    expect(table.reads).toBe(1);
  });

  it('are all read again where the changed names are unknown', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { table, permissions } = kept();
    await repositoriesOf(permissions);
    table.change('first');
    table.log.set(table.number, null);
    now.mockReturnValue(2001);
    expect(await repositoriesOf(permissions)).toEqual([]);
    expect(table.reads).toBe(2);
  });

  it('apply changes of another node within two seconds', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { table, permissions } = kept();
    await repositoriesOf(permissions);
    table.change('elsewhere', granting('rosa', 'pypi'));
    now.mockReturnValue(2001);
    expect(await repositoriesOf(permissions)).toEqual(['npm', 'pypi']);
  });

  it('include changes that are committed during the reload', async () => {
    const { table, permissions } = kept();
    table.meanwhile = () => {
      table.meanwhile = undefined;
      permissions.apply(table.change('during', granting('rosa', 'maven')));
    };
    expect(await repositoriesOf(permissions)).toEqual(['npm', 'maven']);
    expect(table.reads).toBe(1);
  });

  it('apply changes that are reported out of order', async () => {
    const { table, permissions } = kept();
    await repositoriesOf(permissions);
    const granted = table.change('late', granting('rosa', 'maven'));
    const revoked = table.change('late');
    permissions.apply(revoked);
    permissions.apply(granted);
    expect(await repositoriesOf(permissions)).toEqual(['npm']);
  });

  it('are not treated as empty after a failed read', async () => {
    const { table, permissions } = kept();
    const version = vi
      .spyOn(table, 'version')
      .mockRejectedValueOnce(new Error('The database is unreachable'));
    await expect(repositoriesOf(permissions)).rejects.toThrow('unreachable');
    expect(version).toHaveBeenCalledOnce();
    expect(await repositoriesOf(permissions)).toEqual(['npm']);
  });
});
