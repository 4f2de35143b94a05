import type { PluginSource } from './plugins.ts';

/** Waves, in its own coordinates. */
const icon = { size: 24, paths: ['M2 10h20v2H2z', 'M2 16h20v2H2z'] };
const label = { id: 'tide.level', text: 'Level' };
const column = (table: string, at: number) => ({
  ...{ id: `tide.${table}`, table, label, width: 160 },
  values: { $ref: `extensions/tableColumns/${at}/values` },
});
/** Counts the calls of a column in the page. */
const counted = (key: string) => `const { dataset } = document.documentElement;
  dataset.${key} = Number(dataset.${key} ?? 0) + 1;`;

/** What the plugin `tide` adds to pages of the console. */
export const tideContributions = {
  imports: ['@lading/ui', 'react'],
  mount: `props.domElement.append('Harbor 7 at high tide'); props.shell.setTitle('Harbor 7');`,
  contributions: {
    menuItems: [
      { sidebar: 'application', path: '/tide', label: { id: 'tide.title', text: 'The tide' }, icon },
    ],
    extensions: {
      tableColumns: [
        ...['packages', 'versions', 'repositories'].map(column),
        {
          ...{ id: 'tide.depth', table: 'repositories', label: { id: 'tide.fathoms', text: 'Fathoms' } },
          ...{ width: 96, align: 'end', values: { $ref: 'extensions/tableColumns/3/values' } },
        },
      ],
      packageTabs: [
        {
          ...{ id: 'tide.harbor', label: { id: 'tide.harbor', text: 'Harbor' }, icon },
          tab: { $ref: 'extensions/packageTabs/0/tab' },
        },
      ],
      nodeTabs: [
        {
          ...{
            id: 'tide.depth',
            label: { id: 'tide.depth', text: 'Depth' },
            nodes: ['folder', 'file'],
            icon,
          },
          tab: { $ref: 'extensions/nodeTabs/0/tab' },
        },
        {
          ...{ id: 'tide.wreck', label: { id: 'tide.wreck', text: 'Wreck' }, endings: ['.json'] },
          tab: { $ref: 'extensions/nodeTabs/1/tab' },
        },
      ],
      rowActions: [
        {
          ...{ id: 'tide.measure', table: 'packages', label: { id: 'tide.measure', text: 'Measure' } },
          icon,
          available: { $ref: 'extensions/rowActions/0/available' },
          run: { $ref: 'extensions/rowActions/0/run' },
        },
        {
          ...{ id: 'tide.sink', table: 'packages', label: { id: 'tide.sink', text: 'Sink' } },
          run: { $ref: 'extensions/rowActions/1/run' },
        },
        {
          ...{ id: 'tide.wait', table: 'packages', label: { id: 'tide.wait', text: 'Wait for ebb' } },
          run: { $ref: 'extensions/rowActions/2/run' },
        },
      ],
    },
  },
  functions: {
    'extensions/tableColumns/0/values': `async (rows) => { ${counted('tidePackages')}
      return rows.map(({ name }) => ({ text: 'level of ' + name, path: '/tide' })); }`,
    'extensions/tableColumns/1/values': 'async (rows) => rows.map(() => undefined)',
    'extensions/tableColumns/2/values': `async () => { throw new TypeError('no gauge'); }`,
    'extensions/tableColumns/3/values': `async (rows) => rows.map(({ key }) =>
      ({ text: key.length + ' fathoms', value: key.length }))`,
    'extensions/packageTabs/0/tab': `async () => ({ packageName, version }) =>
      shared[1].createElement('p', null, 'Harbor of ' + packageName + ' ' + version)`,
    'extensions/nodeTabs/0/tab': `async () => {
      document.documentElement.dataset.tideDepth = 'loaded';
      return ({ node, path }) => {
        shared[0].useShell().storage.set('depth', path);
        return shared[1].createElement('p', null, 'Depth of the ' + node + ' ' + path);
      };
    }`,
    'extensions/nodeTabs/1/tab': `async () => () => { throw new TypeError('run aground'); }`,
    'extensions/rowActions/0/available': `async ({ name }) => name === 'left-hand'`,
    'extensions/rowActions/0/run': `async ({ id }, { notifications, storage }) => {
      storage.set('measured', id);
      notifications.success('Measured ' + id);
    }`,
    'extensions/rowActions/1/run': `async () => { throw new TypeError('no anchor'); }`,
    'extensions/rowActions/2/run': '() => new Promise(() => {})',
  },
} satisfies Partial<PluginSource>;

/** Another plugin with an action in the same menus. */
export const ebb: PluginSource = {
  specifier: 'lading-plugin-ebb',
  contributions: {
    extensions: {
      rowActions: [
        {
          ...{ id: 'ebb.greet', table: 'packages', label: { id: 'ebb.greet', text: 'Greet' } },
          run: { $ref: 'extensions/rowActions/0/run' },
        },
      ],
    },
  },
  functions: {
    'extensions/rowActions/0/run': `async ({ name }, { notifications }) => notifications.info('Ahoy ' + name)`,
  },
};
