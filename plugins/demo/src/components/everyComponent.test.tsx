import { expect, it } from 'vitest';
import { GROUPS } from './groups.ts';

/** Components that authors import, but that this page cannot show. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  PageFrame: 'is a page, as in /template',
  ListPage: 'is a page around ListView',
  EditPage: 'is a page around EditForm',
  ShellRouter: 'shows nothing itself',
  ArchiveView: 'shows a file of the server',
  StoredFileView: 'shows a file of the server',
  PluginSettingsForm: 'saves settings of a plugin on the server',
};

type Exports = Readonly<Record<string, unknown>>;
type Glob = (path: string, options: object) => Readonly<Record<string, unknown>>;
declare global {
  interface ImportMeta {
    glob: Glob;
  }
}

/** The modules of ui by the path of their index file, which its package.json exports. */
const indexes = import.meta.glob('../../../../ui/src/**/index.ts', { eager: true }) as Record<
  string,
  Exports
>;
const manifests = import.meta.glob('../../../../ui/package.json', { eager: true, import: 'exports' });
const sources = Object.values(
  import.meta.glob('./shown/*.tsx', { eager: true, query: '?raw', import: 'default' }),
).join('\n');

/** Modules that authors import to build screens, by name. */
function modulesOfUi(): ReadonlyMap<string, Exports> {
  const [exported = {}] = Object.values(manifests) as Record<string, { '@lading/source': string }>[];
  const entries = Object.entries(exported).map(([subpath, targets]) => {
    const path = targets['@lading/source'].replace('.', '../../../../ui');
    return [subpath.replace('.', '@lading/ui'), indexes[path] ?? {}] as const;
  });
  return new Map(entries.filter(([name]) => name !== '@lading/ui/testing'));
}

/** Whether an export is a component: a function or an observer, or a class that renders. */
function isComponent(name: string, value: unknown): boolean {
  if (!/^[A-Z][a-z]/.test(name)) return false;
  if (typeof value === 'object')
    return (value as { $$typeof?: symbol }).$$typeof === Symbol.for('react.memo');
  if (typeof value !== 'function') return false;
  const isClass = /^class\b/.test(Function.prototype.toString.call(value));
  return !isClass || 'isReactComponent' in (value.prototype as object);
}

const examples = GROUPS.flatMap((group) => group.examples);
const shown = new Set(examples.flatMap(({ names, from }) => names.map((name) => `${name} of ${from}`)));
const components = [...modulesOfUi()].flatMap(([from, exported]) =>
  Object.entries(exported)
    .filter(([name, value]) => isComponent(name, value))
    .map(([name]) => ({ name, from })),
);

it('finds the components of ui', () => {
  const names = components.map(({ name }) => name);
  for (const name of ['Button', 'FetchedView', 'ErrorBoundary', 'DataTable', 'EditForm', 'Markdown', 'Tour'])
    expect(names).toContain(name);
  for (const name of ['Fetched', 'FormStore', 'ShellContext', 'THEMES']) expect(names).not.toContain(name);
});

it('shows an example of each exported component of ui', () => {
  const missing = components.filter(
    ({ name, from }) =>
      !(name in EXCEPTIONS) && !(shown.has(`${name} of ${from}`) && new RegExp(`<${name}\\b`).test(sources)),
  );
  expect(missing).toEqual([]);
});

it('has no needless exception, and names only what ui exports', () => {
  const names = new Set(components.map(({ name }) => name));
  expect(Object.keys(EXCEPTIONS).filter((name) => !names.has(name))).toEqual([]);
  const modules = modulesOfUi();
  const wrong = examples.flatMap(({ names, from }) =>
    names.filter((name) => !(name in (modules.get(from) ?? {}))),
  );
  expect(wrong).toEqual([]);
});
