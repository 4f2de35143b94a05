import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NpmClient } from './npm.ts';

/**
 * Handwritten plugin in the form of a build result: SystemJS modules, a manifest, a package.json.
 */
export interface PluginSource {
  /** Specifier in the import map: `@lading/plugin-tide`. */
  readonly specifier: string;
  /** Name in its definition and manifest; by default the specifier's name. */
  readonly name?: string;
  readonly version?: string;
  readonly contract?: string;
  /**
   * Shared modules that the entry imports; the code refers to them as `shared[0]`, `shared[1]`, …
   */
  readonly imports?: readonly string[];
  /** Runs while the entry is evaluated. */
  readonly evaluate?: string;
  /** Bodies of async functions of `(props, load)`; `load(path)` imports a file of the plugin. */
  readonly bootstrap?: string;
  readonly mount?: string;
  readonly unmount?: string;
  /** Expression for a screen's function of `load` instead of lifecycles; it runs in React. */
  readonly screen?: string;
  /** Text of the entry, instead of all of the above. */
  readonly entry?: string;
  /** More files: path → text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Its own servers, in the manifest. */
  readonly backends?: readonly object[];
  /** Its calls to the console's API, in the manifest. */
  readonly calls?: readonly object[];
  /** Its settings, in the manifest. */
  readonly settings?: readonly object[];
  /** Further contributions, by kind, in the manifest. */
  readonly contributions?: Readonly<Record<string, unknown>>;
  /** Expressions of their functions, by reference: `extensions/tableColumns/0/values`. */
  readonly functions?: Readonly<Record<string, string>>;
}

const NAME = /(?:plugin-)([a-z0-9-]+)$/;

/** Returns the name that messages and URLs use. */
export function nameOf({ specifier, name }: PluginSource): string {
  return name ?? NAME.exec(specifier)?.[1] ?? specifier;
}

/** Returns the text of a plugin that has no lifecycle functions of its own: `tide 1.0.0`. */
export function textOf(plugin: PluginSource): string {
  return `${nameOf(plugin)} ${plugin.version ?? '1.0.0'}`;
}

/** Returns the URL at which the platform serves the entry once it is published. */
export function addressOf(plugin: PluginSource): string {
  return `/ui/plugins/${nameOf(plugin)}/${plugin.version ?? '1.0.0'}/plugin.js`;
}

/** Publishes the plugins in order to the repository that the client uses (`plugins-local`). */
export async function publishPlugins(npm: NpmClient, plugins: readonly PluginSource[]): Promise<void> {
  for (const plugin of plugins) {
    const folder = mkdtempSync(join(npm.folder, 'plugin-'));
    writePackage(folder, plugin);
    await npm.npm(folder, ['publish']);
  }
}

/** Writes the files of the package. */
export function writePackage(folder: string, plugin: PluginSource): void {
  for (const [path, text] of Object.entries(packageOf(plugin))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Writes the custom import map: specifier → URL, or `null` to turn a plugin off. */
export function writeOperatorMap(home: string, imports: Readonly<Record<string, string | null>>): void {
  writeOperatorFile(home, JSON.stringify({ imports }, null, 2));
}

/** Writes the custom import map as given. */
export function writeOperatorFile(home: string, text: string): void {
  writeFileSync(join(home, 'importmap.json'), text);
}

/** Returns a custom import map with the URL of each plugin. */
export function mapOf(plugins: readonly PluginSource[]): Record<string, string> {
  return Object.fromEntries(plugins.map((plugin) => [plugin.specifier, addressOf(plugin)]));
}

function packageOf(plugin: PluginSource): Record<string, string> {
  const { version = '1.0.0', contract = '1.x' } = plugin;
  const name = nameOf(plugin);
  const modules: Record<string, string> = { 'plugin.js': plugin.entry ?? entryOf(plugin), ...plugin.files };
  const files = Object.entries(modules).map(([path, text]) => ({
    path,
    integrity: `sha256-${createHash('sha256').update(text).digest('base64')}`,
    size: Buffer.byteLength(text),
  }));
  return {
    ...modules,
    'lading-plugin.json': JSON.stringify({
      ...{ name, version, contract, entry: 'plugin.js', files, preload: {} },
      ...(plugin.backends ? { backends: plugin.backends } : {}),
      ...(plugin.calls ? { calls: plugin.calls } : {}),
      ...(plugin.settings ? { settings: plugin.settings } : {}),
      contributions: contributionsOf(plugin),
    }),
    'package.json': JSON.stringify({ name: plugin.specifier, version, description: textOf(plugin) }),
    'README.md': `# ${name}`,
  };
}

function contributionsOf(plugin: PluginSource): Record<string, unknown> {
  const name = nameOf(plugin);
  const title = { id: `${name}.title`, text: `The ${name}` };
  const route = { path: `/${name}`, name: `${name}.main`, title };
  return {
    routes: [plugin.screen ? { ...route, screen: { $ref: 'routes/0/screen' } } : route],
    menuItems: [{ sidebar: 'application', path: `/${name}`, label: title }],
    ...(plugin.screen ? {} : { lifecycles: { $ref: 'lifecycles' } }),
    ...plugin.contributions,
  };
}

function entryOf(plugin: PluginSource): string {
  const { version = '1.0.0', contract = '1.x' } = plugin;
  const imports = plugin.screen ? ['@lading/ui', 'react'] : (plugin.imports ?? []);
  const definition = { name: nameOf(plugin), version, contract, ...contributionsOf(plugin) };
  return `System.register(${JSON.stringify(imports)}, (give, context) => {
  const shared = [];
  const load = (path) => context.import('./' + path);
  return {
    setters: ${JSON.stringify(imports)}.map((_, index) => (module) => { shared[index] = module; }),
    execute() {
      ${plugin.evaluate ?? ''}
      const definition = ${JSON.stringify(definition)};
      ${plugin.screen ? ofScreen(plugin.screen) : ofStages(plugin)}
      ${functionsOf(plugin)}
      give({ default: definition, bootstrap: lifecycles.bootstrap, mount: lifecycles.mount, unmount: lifecycles.unmount });
    },
  };
});
`;
}

function functionsOf({ functions = {} }: PluginSource): string {
  return Object.entries(functions)
    .map(([ref, code]) => `definition${ref.replaceAll(/[^/]+/g, "['$&']").replaceAll('/', '')} = ${code};`)
    .join('\n      ');
}

function ofScreen(screen: string): string {
  return `definition.routes[0].screen = ${screen};
      const lifecycles = shared[0].reactLifecycles(definition);`;
}

function ofStages(plugin: PluginSource): string {
  const text = JSON.stringify(textOf(plugin));
  const { bootstrap = '', mount = `props.domElement.textContent = ${text};`, unmount = '' } = plugin;
  return `const lifecycles = {
        bootstrap: async (props) => { ${bootstrap} },
        mount: async (props) => { ${mount} },
        unmount: async (props) => { ${unmount} props.domElement.textContent = ''; },
      };
      definition.lifecycles = async () => lifecycles;`;
}
