import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { run } from '../commands/run.ts';
import { buildPlugin } from '../plugin/buildPlugin.ts';
import { definition, pluginFolder } from '../testing/pluginFolder.ts';

const printed: string[] = [];
let own: ReturnType<typeof pluginFolder> | undefined;

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => {
  printed.length = 0;
  own?.remove();
});

/** A plugin with a part of every kind that frames have. */
const EXTENSIONS = `
  dashboardWidgets: [{ id: 'tide.level', label, widget: () => parts().then(({ Level }) => Level) }],
  packageTabs: [{ id: 'tide.harbor', label, packageTypes: ['npm', 'docker'], tab: () => parts().then(({ Harbor }) => ({ default: Harbor })) }],
  nodeTabs: [{ id: 'tide.depth', label, endings: ['.jar'], tab: () => parts().then(({ Depth }) => Depth) }],
  tableColumns: [
    { id: 'tide.gauge', table: 'repositories', label, values: async (rows) => rows.map(({ key }) => key) },
  ],
  rowActions: [{ id: 'tide.sink', table: 'versions', label, available: async () => true, run: async () => {} }],
  searchCategories: [{ id: 'tide.ports', label, path: '/tide' }],
  adminCards: [{ id: 'tide.card', group: label, label, path: '/tide' }],
  commands: [{ id: 'tide.sail', label, run: async (shell) => shell.notifications.info('Sailed') }],`;
const PARTS = `import { useShell } from '@lading/ui';
import { useEffect, useState } from 'react';
export function Level({ project }) { return <p>Level of {project ?? 'all'} for {useShell().user.current?.name}</p>; }
export function Harbor({ packageName }) {
  const shell = useShell();
  const [ports, setPorts] = useState();
  useEffect(() => { shell.http.json('/ports').then(setPorts, () => setPorts([])); }, [shell]);
  return <p>Harbor of {packageName} with {ports?.length}</p>;
}
export function Depth({ path }) { return <p>Depth of {path.split('/').at(-1)}</p>; }
`;

async function validate(change: (parts: string, extensions: string) => [string, string] = (...all) => all) {
  const [parts, extensions] = change(PARTS, EXTENSIONS);
  own = pluginFolder({
    'src/parts.jsx': parts,
    'src/plugin.ts': definition(
      `calls: [{ methods: ['GET'], path: '/ports' }], extensions: {${extensions}},`,
    ).replace(
      '\n',
      "\nconst label = message('tide.label', 'Tide');\nconst parts = () => import('./parts.jsx');\n",
    ),
  });
  await buildPlugin(own.folder);
  await run(['validate', own.folder, '--untrusted']);
}

it('accepts a plugin with parts of every kind', async () => {
  await validate();
  expect(printed[0]).toMatch(/each page, part, and action checked/);
  expect(printed.slice(1)).toEqual(['Left out while it is untrusted: adminCards.']);
});

it.each<[string, (parts: string, extensions: string) => [string, string], string]>([
  [
    'a tab that fails for a folder',
    (parts, extensions) => [parts.replace('path.split', '(path || undefined).split'), extensions],
    'tide.depth with failing calls: a screen failed: Cannot read properties of undefined',
  ],
  [
    'a call of a tab that it does not declare',
    (parts, extensions) => [parts.replace('/ports', '/piers'), extensions],
    'tide.harbor with failing calls: calls GET /piers, which an untrusted plugin cannot',
  ],
  [
    'a widget that is not accessible',
    (parts, extensions) => [parts.replace('<p>Level of', '<p><img src="x" />Level of'), extensions],
    'tide.level with failing calls: image-alt',
  ],
  [
    'a column that returns something else',
    (parts, extensions) => [parts, extensions.replace('({ key }) => key', '() => 1')],
    'tide.gauge with failing calls: values returns an invalid value for row 1',
  ],
  [
    'a command that fails',
    (parts, extensions) => [parts, extensions.replace('shell.notifications.info', 'shell.notification.info')],
    'tide.sail with failing calls: run fails: Cannot read properties of undefined',
  ],
  [
    'a search category of another page',
    (parts, extensions) => [parts, extensions.replace("path: '/tide'", "path: '/packages'")],
    'tide.ports: /packages is no route of the plugin',
  ],
])('names %s', async (_what, change, problem) => {
  await expect(validate(change)).rejects.toThrow(problem);
});
