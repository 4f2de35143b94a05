import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { PluginDefinition } from '@lading/contract';
import { build as bundle, type Message, type Plugin } from 'esbuild';
import { conditionsFor } from '../conditions.ts';
import { KitError } from '../KitError.ts';

/** A plugin's definition, with the modules that its routes' screens are loaded from. */
export interface ReadDefinition {
  /** The module's default export, not validated. */
  readonly definition: unknown;
  /** Source file of the definition. */
  readonly file: string;
  /** Source files that `screen` imports, by index of the route. */
  screenFiles(definition: PluginDefinition): string[][];
}

/** Result of `import()` during the read: never settles. */
const NEVER = new Promise<never>(() => undefined);
const LAZY = 'lading-kit-lazy:';
const CANDIDATES = ['src/plugin.ts', 'src/plugin.tsx', 'src/plugin.js', 'src/plugin.mjs'];

/** Returns the source file with the definition. */
function definitionFile(folder: string): string {
  const found = CANDIDATES.map((path) => join(folder, path)).find((path) => existsSync(path));
  if (found) return found;
  throw new KitError(
    `There is no src/plugin.ts in ${folder}: it holds the definition, export default definePlugin({ … }).`,
  );
}

/**
 * Runs only the definition's module: records `import()` calls of its functions without executing
 * them.
 */
export async function readDefinition(folder: string): Promise<ReadDefinition> {
  const file = definitionFile(folder);
  const noted: string[] = [];
  const key = `lading-kit:${Math.random().toString(36).slice(2)}`;
  const code = await compile(folder, file, key);
  Object.defineProperty(globalThis, key, {
    configurable: true,
    value: (path: string) => {
      noted.push(path);
      return NEVER;
    },
  });
  let loaded: { default?: unknown };
  try {
    loaded = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  } catch (error) {
    throw new KitError(
      `${file} failed when it was read: ${(error as Error).message}. It must hold the definition alone, ` +
        'without work of its own and without the browser; fetch the rest with import().',
      { cause: error },
    );
  }
  const screenFiles = (definition: PluginDefinition) => {
    const files: string[][] = [];
    for (const route of definition.routes ?? []) {
      noted.length = 0;
      callOnly(route.screen);
      files.push([...noted]);
    }
    return files;
  };
  return { definition: loaded.default, file, screenFiles };
}

/** Calls the function to record its imports. Ignores errors: the modules are not loaded. */
function callOnly(fetchScreen: (() => Promise<unknown>) | undefined): void {
  try {
    fetchScreen?.().catch(() => undefined);
  } catch {
    // Ignored; see above.
  }
}

async function compile(folder: string, file: string, key: string): Promise<string> {
  try {
    const result = await bundle({
      absWorkingDir: folder,
      entryPoints: [file],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: conditionsFor(folder, 'import', 'default'),
      target: 'node20',
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'silent',
      plugins: [rejectScreens(file), noteLazyImports, readAsText],
    });
    const code = result.outputFiles[0]?.text ?? '';
    return code.replaceAll(`import("${LAZY}`, `globalThis[${JSON.stringify(key)}]("`);
  } catch (error) {
    const messages = (error as { errors?: Message[] }).errors;
    if (!messages) throw error;
    throw new KitError(`${file} could not be read:\n${messages.map(line).join('\n')}`, { cause: error });
  }
}

function line({ text, location }: Message): string {
  return location ? `  ${location.file}:${location.line}: ${text}` : `  ${text}`;
}

const SCREEN = /\.(?:tsx|jsx|css|scss)$/;

/**
 * Rejects screens imported statically by the definition: they would be loaded with it instead of on
 * demand.
 */
const rejectScreens = (definition: string): Plugin => ({
  name: 'lading-kit:screens',
  setup(build) {
    build.onResolve({ filter: /^\./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'import-statement' || pluginData === 'resolving') return undefined;
      const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: 'resolving' });
      if (!SCREEN.test(found.path)) return undefined;
      const component = basename(path).replace(SCREEN, '');
      const text =
        `${relative(dirname(dirname(definition)), importer)} imports ${path} at the top. Import a screen where it is used: ` +
        `screen: () => import('${path}').then(({ ${component} }) => ${component})`;
      return { errors: [{ text }] };
    });
  },
});

/** Replaces `import()` with a call that can be recognized in the output. */
const noteLazyImports: Plugin = {
  name: 'lading-kit:lazy',
  setup(build) {
    build.onResolve({ filter: /.*/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === 'lazy') return undefined;
      const found = await build.resolve(path, { kind, resolveDir, importer, pluginData: 'lazy' });
      return found.errors.length > 0
        ? { errors: found.errors }
        : { path: `${LAZY}${found.path}`, external: true };
    });
  },
};

/**
 * Reads files that the build imports as text, such as `mark.svg?raw` and `page.css?inline`, as
 * text.
 */
const readAsText: Plugin = {
  name: 'lading-kit:text',
  setup(build) {
    build.onResolve({ filter: /\?(?:raw|inline)$/ }, async ({ path, kind, resolveDir, importer }) => {
      const found = await build.resolve(path.replace(/\?.*$/, ''), { kind, resolveDir, importer });
      return found.errors.length > 0 ? { errors: found.errors } : { path: found.path, namespace: 'text' };
    });
    build.onLoad({ filter: /.*/, namespace: 'text' }, async ({ path }) => ({
      contents: await readFile(path, 'utf8'),
      loader: 'text',
    }));
  },
};
