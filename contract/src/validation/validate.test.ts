import { describe, expect, it } from 'vitest';
import { message } from '../message.ts';
import { definePlugin } from '../plugin/definePlugin.ts';
import { fakePlugin } from '../testing/fakePlugin.ts';
import { hydrate, resolveReference } from './references.ts';
import { validateManifest } from './validateManifest.ts';
import { validateModule } from './validateModule.ts';

const definition = definePlugin({
  name: 'demo',
  version: '1.0.0',
  contract: '1.x',
  routes: [
    {
      path: '/demo/:id?',
      name: 'demo',
      title: message('demo.title', 'Demo'),
      ahead: [{ path: '/ui/api/v1/demo?of=all' }, { method: 'POST', path: '/demo', body: { first: 100 } }],
      screen: async () => () => null,
    },
  ],
  menuItems: [
    {
      sidebar: 'application',
      path: '/demo',
      label: message('demo.title', 'Demo'),
      requires: { role: 'admin', license: ['OSS'], services: ['xray'] },
    },
  ],
  features: [{ name: 'COMMON.TESTED', supported: true }],
  mainApplicationRequests: [{ name: 'warm', order: 1, run: async () => {} }],
  platformConfigurationRequests: [{ name: 'late', run: async () => {} }],
  extensions: { commands: [{ id: 'demo.go', label: message('demo.go', 'Go'), run: async () => {} }] },
});
const { manifest, module } = fakePlugin(definition);
const column = {
  ...{ id: 'demo.column', table: 'packages', label: message('demo.column', 'Column') },
  values: { $ref: 'extensions/tableColumns/0/values' },
};

/** Returns a copy with another value at `path`; `undefined` removes it. */
function changed(value: unknown, path: string, other: unknown): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce((at, key) => at[key] as Record<string, unknown>, copy);
  if (other === undefined) delete holder[last];
  else holder[last] = other;
  return copy;
}

describe('a manifest', () => {
  it('is valid with all five kinds of contributions, and extensions [mfe-07]', () => {
    expect(validateManifest(manifest, 'demo')).toEqual({ valid: true, value: manifest });
    expect(validateManifest(JSON.parse(JSON.stringify(manifest)))).toMatchObject({ valid: true });
  });

  it('may have unknown fields at its top level', () => {
    expect(validateManifest({ ...manifest, later: 1 })).toMatchObject({ valid: true });
  });

  it.each([
    ['name', 7, 'name: found 7, expected a name'],
    ['version', undefined, 'version: found nothing, expected it to be given'],
    ['files', {}, 'files: found an object, expected a list'],
    ['files.0.path', '../x.js', 'files[0].path: found "../x.js", expected a path below the plugin’s folder'],
    ['files.0.integrity', 'md5-x', 'files[0].integrity: found "md5-x", expected a hash, sha256-…'],
    [
      'contributions.routes.0.path',
      'demo',
      'contributions.routes[0].path: found "demo", expected a path in react-router’s form that starts with "/"',
    ],
    [
      'contributions.routes.0.title',
      'Demo',
      'contributions.routes[0].title: found "Demo", expected a message, { id, text }, as message(id, text) gives',
    ],
    [
      'contributions.routes.0.screen',
      'x',
      'contributions.routes[0].screen: found "x", expected a function (in a manifest: { "$ref": its place })',
    ],
    [
      'contributions.menuItems.0.requires.rol',
      'admin',
      'contributions.menuItems[0].requires.rol: found a field of that name, expected none: the contract knows no such field',
    ],
    [
      'contributions.menuItems.0.requires.role',
      'root',
      'contributions.menuItems[0].requires.role: found "root", expected one of anyone, user, projectAdmin, admin',
    ],
    [
      'contributions.menuItems.0.requires.license',
      ['FREE'],
      'contributions.menuItems[0].requires.license: found a list of 1, expected true, false or a list of license types',
    ],
    [
      'contributions.menuItem',
      [],
      'contributions.menuItem: found a field of that name, expected none: the contract knows no such field',
    ],
    [
      'contributions.mainApplicationRequests.0.order',
      'first',
      'contributions.mainApplicationRequests[0].order: found "first", expected a number',
    ],
    [
      'contributions.menuItems.0.icon',
      { paths: ['M0 0"/><script>'] },
      'contributions.menuItems[0].icon: found an object, expected the name of an icon, or { size, paths } with the d attributes of SVG paths',
    ],
    [
      'contributions.menuItems.0.icon',
      7,
      'contributions.menuItems[0].icon: found 7, expected the name of an icon, or { size, paths } with the d attributes of SVG paths',
    ],
    [
      'contributions.extensions.tableColumns',
      [{ ...column, table: 'users' }],
      'contributions.extensions.tableColumns[0].table: found "users", expected one of packages, versions, repositories',
    ],
    [
      'contributions.extensions.tableColumns',
      [{ ...column, width: 4_000 }],
      'contributions.extensions.tableColumns[0].width: found 4000, expected at most 400',
    ],
    [
      'contributions.extensions.rowActions',
      [{ id: 'demo.act', table: 'packages', label: message('demo.act', 'Act') }],
      'contributions.extensions.rowActions[0].run: found nothing, expected it to be given',
    ],
    [
      'contributions.extensions.packageTabs',
      [{ id: 'Files', label: message('demo.tab', 'Tab'), tab: { $ref: 'extensions/packageTabs/0/tab' } }],
      'contributions.extensions.packageTabs[0].id: found "Files", expected an ID that no tab of the console has',
    ],
    [
      'contributions.extensions.nodeTabs',
      [{ id: 'a/b', label: message('demo.tab', 'Tab'), tab: { $ref: 'extensions/nodeTabs/0/tab' } }],
      'contributions.extensions.nodeTabs[0].id: found "a/b", expected an ID without spaces, "/", "?", and "#"',
    ],
    [
      'contributions.extensions.nodeTabs',
      [{ id: 'general', label: message('demo.tab', 'Tab'), tab: { $ref: 'extensions/nodeTabs/0/tab' } }],
      'contributions.extensions.nodeTabs[0].id: found "general", expected an ID other than General, Preview, Properties, and Checksums, the tabs of the console',
    ],
  ])(
    'with a wrong %s (%j) is rejected with plugin, field, actual and expected value',
    (path, other, cause) => {
      const result = validateManifest(changed(manifest, path, other), 'demo');
      expect(result).toMatchObject({ valid: false, class: 'not-a-plugin' });
      expect(result).toMatchObject({ cause: expect.stringContaining(`Plugin "demo": ${cause}`) });
    },
  );

  it.each([null, undefined, 'x', 7, [], () => {}])('must not be %j', (value) => {
    expect(validateManifest(value, 'demo')).toMatchObject({ valid: false, class: 'not-a-plugin' });
  });

  it('must have the name in the import map', () => {
    expect(validateManifest(manifest, 'other')).toMatchObject({
      cause: 'Plugin "other": name: found "demo", expected "other" as in the import map',
    });
  });

  it('is rejected for another contract version', () => {
    expect(validateManifest({ ...manifest, contract: '2.x' })).toEqual({
      valid: false,
      class: 'contract-version',
      cause: 'Plugin "demo": contract: found "2.x", expected a range that holds 1.0.0, such as "1.x"',
    });
  });
});

describe('a module', () => {
  it('is valid if it has all references of its manifest', () => {
    expect(validateModule(module, manifest)).toMatchObject({ valid: true });
  });

  it.each([
    [{}, 'default: found nothing, expected it to be given'],
    [{ ...module, mount: undefined }, 'mount: found nothing, expected a function'],
    [
      { ...module, default: { ...definition, name: 'x' } },
      'default.name: found "x", expected "demo" as in its manifest',
    ],
    [
      { ...module, default: { ...definition, routes: [] } },
      'default.routes.0.screen: found nothing to call, expected a function',
    ],
    ['text', 'it: found "text", expected a module'],
  ])('is rejected if invalid: %#', (value, cause) => {
    const result = validateModule(value, manifest);
    expect(result).toMatchObject({ valid: false, class: 'not-a-plugin' });
    expect(result).toMatchObject({ cause: expect.stringContaining(`Plugin "demo": ${cause}`) });
  });
});

describe('references', () => {
  it('become functions that load the code when called, and not before', async () => {
    const called: unknown[][] = [];
    const { routes, extensions } = hydrate(manifest, async (ref, args) => {
      called.push([ref, ...args]);
      return 'screen';
    });
    expect(called).toEqual([]);
    expect(await routes?.[0]?.screen?.()).toBe('screen');
    await extensions?.commands?.[0]?.run({} as never);
    expect(called).toEqual([['routes/0/screen'], ['extensions/commands/0/run', {}]]);
    expect(routes?.[0]?.path).toBe('/demo/:id?');
  });

  it('refer only to functions of the definition itself', () => {
    expect(resolveReference(definition, 'routes/0/screen')).toBe(definition.routes?.[0]?.screen);
    for (const ref of ['routes/0/path', 'routes/9/screen', 'constructor', 'routes/map', '__proto__/x']) {
      expect(resolveReference(definition, ref)).toBeUndefined();
    }
  });
});
