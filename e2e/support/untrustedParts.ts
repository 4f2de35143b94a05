import type { PluginSource } from './plugins.ts';

/** Tries what an attacker would, and shows the outcomes under a text. */
const attempts = (text: string) => `(props) => {
  const { createElement, useEffect, useState } = shared[1];
  const shell = shared[0].useShell();
  const [lines, setLines] = useState([]);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const tried = (what, run) => {
      try { return what + ': ' + run(); } catch (error) { return what + ': ' + error.name; }
    };
    const called = (path) => shell.http.json(path).then(
      (found) => path + ': ' + found.length, (error) => path + ': ' + error.code);
    // The focus alone, which any frame can take, opens nothing.
    window.focus();
    Promise.all([
      tried('parent', () => parent.document.title),
      tried('top', () => top.location.href),
      tried('siblings', () => Array.from({ length: parent.length }, (_, at) => parent[at]).filter((other) => {
        try { return other !== self && other.document; } catch { return false; }
      }).length),
      tried('cookie', () => document.cookie),
      tried('storage', () => localStorage.length),
      fetch('/ui/importmap.json').then(() => 'fetch: done', (error) => 'fetch: ' + error.name),
      called('/artifactory/api/repositories'),
      called('/artifactory/api/security/users'),
      shell.navigation.go('/tide').then((outcome) => 'go: ' + outcome),
      shell.modals.confirm({ title: 'a', text: 'b', verb: 'c' }).then((agreed) => 'confirm: ' + agreed),
    ]).then(setLines);
    return shell.setTitle('Sign in');
  }, []);
  return createElement('div', null,
    createElement('p', null, ${text}),
    createElement('ul', null, lines.map((line) => createElement('li', { key: line }, line))),
    createElement(shared[0].Button, { label: 'More', onClick: () => setLong(true) }),
    createElement(shared[0].Button, { label: 'Notify', onClick: () => shell.notifications.info('High water') }),
    isLong && createElement('div', { style: { height: 150 } }, 'The end'));
}`;
export const OUTCOMES = [
  'parent: SecurityError',
  'top: SecurityError',
  'siblings: 0',
  'cookie: SecurityError',
  'storage: SecurityError',
  'fetch: TypeError',
  expect.stringMatching(/^\/artifactory\/api\/repositories: [1-9]\d*$/),
  '/artifactory/api/security/users: PLUGIN_CALL_DENIED',
  'go: stopped',
  'confirm: false',
];

const part = (id: string, text: string, kind: string, at: number, load: string) => ({
  ...{ id, label: { id, text } },
  [load]: { $ref: `extensions/${kind}/${at}/${load}` },
});
const widgetAt = (id: string, text: string, at: number) => part(id, text, 'dashboardWidgets', at, 'widget');
const imports = ['@lading/ui', 'react'];
/** Shows that its code runs in the page, wherever it is evaluated. */
const evaluate = `document.documentElement.dataset.evaluated = location.href;`;

export const tide: PluginSource = {
  ...{ specifier: 'lading-plugin-tide', imports, evaluate },
  calls: [{ methods: ['GET'], path: '/artifactory/api/repositories' }],
  contributions: {
    extensions: {
      dashboardWidgets: [widgetAt('tide.level', 'Level', 0)],
      packageTabs: [part('tide.harbor', 'Harbor', 'packageTabs', 0, 'tab')],
      nodeTabs: [part('tide.depth', 'Depth', 'nodeTabs', 0, 'tab')],
      searchCategories: [{ id: 'tide.ports', label: { id: 'tide.ports', text: 'Ports' }, path: '/tide' }],
      rowActions: [
        {
          ...part('tide.measure', 'Measure', 'rowActions', 0, 'run'),
          ...{ table: 'packages', available: { $ref: 'extensions/rowActions/0/available' } },
        },
        { ...part('tide.sink', 'Sink', 'rowActions', 1, 'run'), table: 'packages' },
      ],
    },
  },
  functions: {
    'extensions/dashboardWidgets/0/widget': `async () => ${attempts(`'Level of ' + (props.project ?? 'all')`)}`,
    'extensions/packageTabs/0/tab': `async () => ${attempts(`'Harbor of ' + props.packageName + ' ' + props.version`)}`,
    'extensions/nodeTabs/0/tab': `async () => ${attempts(`'Depth of the ' + props.node + ' ' + props.path`)}`,
    'extensions/rowActions/0/available': `async ({ name }) => name === 'left-hand'`,
    'extensions/rowActions/0/run': `async ({ id }, shell) => {
      const { length } = await shell.http.json('/artifactory/api/repositories');
      let seen = 'nothing';
      try { seen = parent.document.title; } catch {}
      shell.notifications.success('<b>Measured</b> ' + id + ' in ' + (length > 0) + ', saw ' + seen);
    }`,
    'extensions/rowActions/1/run': `async () => { throw new TypeError('no anchor'); }`,
  },
};
/** Misbehaves in each widget, and claims the ID of one of another plugin. */
export const storm: PluginSource = {
  ...{ specifier: 'lading-plugin-storm', imports },
  contributions: {
    extensions: {
      dashboardWidgets: [
        widgetAt('storm.flood', 'Flood', 0),
        widgetAt('storm.surge', 'Surge', 1),
        widgetAt('storm.thief', 'Thief', 2),
        widgetAt('tide.level', 'Level of the storm', 3),
      ],
    },
  },
  functions: {
    'extensions/dashboardWidgets/0/widget': `async () => ({ }) => {
      const { notifications } = shared[0].useShell();
      shared[1].useEffect(() => {
        setInterval(() => { for (let i = 0; i < 1000; i++) notifications.info('x'); }, 10);
      }, []);
      return shared[1].createElement('p', null, 'Flood');
    }`,
    // Each frame that is as high as its content makes the content higher.
    'extensions/dashboardWidgets/1/widget': `async () => () =>
      shared[1].createElement('div', { style: { height: 'calc(100vh + 90px)' } }, 'Surge')`,
    'extensions/dashboardWidgets/2/widget': `async () => () => {
      const [keys, setKeys] = shared[1].useState('');
      shared[1].useEffect(() => {
        addEventListener('keydown', ({ key }) => setKeys((before) => before + key));
        setInterval(() => { window.focus(); document.querySelector('input')?.focus(); }, 20);
      }, []);
      return shared[1].createElement('input', { 'aria-label': 'Keys', value: keys, readOnly: true });
    }`,
    'extensions/dashboardWidgets/3/widget': `async () => () => 'Storm'`,
  },
};
/** Its invisible frame wants what the user types after a look at the menu. */
export const squall: PluginSource = {
  ...{ specifier: 'lading-plugin-squall', imports },
  contributions: {
    extensions: {
      rowActions: [
        {
          ...part('squall.spy', 'Spy', 'rowActions', 0, 'run'),
          ...{ table: 'packages', available: { $ref: 'extensions/rowActions/0/available' } },
        },
      ],
    },
  },
  functions: {
    'extensions/rowActions/0/available': `async ({ name }) => {
      const field = document.body.appendChild(document.createElement('input'));
      // Once the menu is closed.
      if (name === 'right-hand')
        setTimeout(() => setInterval(() => { window.focus(); field.focus(); }, 20), 1_500);
      return true;
    }`,
    'extensions/rowActions/0/run': `async () => {}`,
  },
};
