import type { RouteContribution } from '@lading/contract';
import { autorun } from 'mobx';
import { describe, expect, it } from 'vitest';
import { Registry } from './Registry.ts';
import { RouteTable } from './RouteTable.ts';

const title = { id: 't', text: 'T' };
const route = (path: string, name = path): RouteContribution => ({ path, name, title });
const shipped = (name: string, rank = 0) => ({ name, rank, shipped: true });
const foreign = (name: string, rank = 1) => ({ name, rank, shipped: false });

describe('the registry', () => {
  it('stores the contributions of a plugin by kind [mfe-07]', () => {
    const registry = new Registry();
    const run = async () => {};
    registry.addAll(foreign('one'), {
      features: [{ name: 'F', supported: true }],
      menuItems: [{ sidebar: 'application', path: '/one', label: title }],
      mainApplicationRequests: [{ name: 'a', run }],
      platformConfigurationRequests: [{ name: 'b', run }],
      routes: [route('/one')],
      extensions: { commands: [{ id: 'c', label: title, run }] },
    });
    const kinds = [
      'features',
      'menuItems',
      'mainApplicationRequests',
      'platformConfigurationRequests',
      'routes',
      'commands',
    ] as const;
    for (const kind of kinds) expect(registry.list(kind)).toMatchObject([{ plugin: 'one' }]);
    expect(registry.list('packageTabs')).toEqual([]);
  });

  it('returns observable, read-only lists', () => {
    const registry = new Registry();
    const seen: string[][] = [];
    autorun(() => seen.push(registry.list('features').map(({ value }) => value.name)));
    const dispose = registry.add(foreign('one'), 'features', { name: 'F', supported: true });
    expect(() => (registry.list('features') as unknown[]).push('x')).toThrow();
    dispose();
    dispose();
    expect(seen).toEqual([[], ['F'], []]);
  });

  it('resolves conflicts by import map order, never by load order', () => {
    const registry = new Registry();
    registry.add(foreign('late', 2), 'routes', route('/a', 'late.a'));
    registry.add(foreign('early', 1), 'routes', route('/a', 'early.a'));
    registry.add(foreign('late', 2), 'features', { name: 'Z', supported: false });
    registry.add(foreign('early', 1), 'features', { name: 'A', supported: true });
    expect(registry.list('routes').map(({ plugin }) => plugin)).toEqual(['early']);
    expect(registry.list('features').map(({ value }) => value.name)).toEqual(['A', 'Z']);
    expect(registry.problems).toEqual([
      { problem: 'taken', kind: 'routes', plugin: 'late', owner: 'early', wanted: '/a' },
    ]);
  });

  it('accepts the other contribution when the conflict ends', () => {
    const registry = new Registry();
    const dispose = registry.add(foreign('early', 1), 'routes', route('/a', 'early.a'));
    registry.add(foreign('late', 2), 'routes', route('/a', 'late.a'));
    dispose();
    expect(registry.list('routes').map(({ plugin }) => plugin)).toEqual(['late']);
    expect(registry.problems).toEqual([]);
  });

  it.each([
    ['/packages/mine', 'packages'],
    ['/:anything', 'packages'],
    ['/packages/:a/:b', 'packages'],
    ['/404', 'shell'],
    ['/', 'shell'],
    ['/diagnostics', 'shell'],
  ])('reserves the paths of the shell and of shipped plugins: %s', (path, owner) => {
    const registry = new Registry();
    registry.add(foreign('eager', 0), 'routes', route(path, 'eager'));
    registry.add(shipped('packages', 5), 'routes', route('/packages/:id?/:version?', 'packages'));
    expect(registry.problems).toEqual([
      { problem: 'reserved', kind: 'routes', plugin: 'eager', owner, wanted: path },
    ]);
  });

  it('accepts each route name and each sidebar path once', () => {
    const registry = new Registry();
    registry.add(foreign('one', 1), 'routes', route('/one', 'same'));
    registry.add(foreign('two', 2), 'routes', route('/two', 'same'));
    for (const [rank, name] of ['one', 'two'].entries()) {
      registry.add(foreign(name, rank), 'menuItems', { sidebar: 'application', path: '/x', label: title });
    }
    registry.add(foreign('two', 2), 'menuItems', { sidebar: 'administration', path: '/x', label: title });
    expect(registry.problems.map(({ kind, wanted }) => [kind, wanted])).toEqual([
      ['routes', '/two'],
      ['menuItems', '/x'],
    ]);
  });

  it('lists the known kinds in its error', () => {
    expect(() => new Registry().add(foreign('x'), 'screens' as 'routes', route('/a'))).toThrow(
      /Unknown kind of contribution "screens"; expected routes, menuItems/,
    );
  });

  it('resolves 600 routes of 200 plugins quickly', () => {
    const registry = new Registry();
    for (let rank = 0; rank < 200; rank++) {
      const routes = ['', '/:id', '/:id/edit'].map((rest) => route(`/plugin-${rank}${rest}`));
      registry.addAll({ name: `p${rank}`, rank, shipped: rank < 5 }, { routes });
    }
    const table = new RouteTable(registry);
    const begun = performance.now();
    expect(table.find('/plugin-199/7/edit')?.plugin).toBe('p199');
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

describe('the route table', () => {
  it('computes its lists once for all readers, also outside reactions', () => {
    const registry = new Registry();
    const routes = new RouteTable(registry);
    registry.add(foreign('one'), 'routes', route('/a'));
    expect(registry.list('routes')).toBe(registry.list('routes'));
    expect(routes.byPlugin).toBe(routes.byPlugin);
    const before = registry.list('routes');
    registry.add(foreign('two'), 'routes', route('/b'));
    expect(registry.list('routes')).not.toBe(before);
    expect(routes.find('/b')?.plugin).toBe('two');
  });

  it('finds the owner of a path: the more specific route wins', () => {
    const registry = new Registry();
    registry.addAll(shipped('a', 0), {
      routes: [route('/things/:id', 'thing'), route('/things/:id/:part?', 'part')],
    });
    registry.addAll(shipped('b', 1), { routes: [route('/things/new', 'new'), route('/rest/*', 'rest')] });
    const table = new RouteTable(registry);
    const nameOf = (path: string) => table.find(path)?.route.name;
    expect(nameOf('/things/new')).toBe('new');
    expect(nameOf('/things/7')).toBe('thing');
    expect(nameOf('/things/npm%3A%2F%2Fa/files')).toBe('part');
    expect(nameOf('/rest/a/b/c')).toBe('rest');
    expect(nameOf('/nothing')).toBeUndefined();
    expect(table.byPlugin.get('b')?.map(({ name }) => name)).toEqual(['new', 'rest']);
    expect(table.paths).toContain('/things/:id');
  });
});
