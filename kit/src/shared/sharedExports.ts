import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { conditionsFor } from '../conditions.ts';
import { ROUTER_EXPORTS } from './names.ts';

/** CommonJS modules: their exports are known only after execution. */
const COMMON_JS = new Set(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']);

/** Returns the exports of each shared module, as installed for the plugin in `folder`. */
export async function sharedExports(
  folder: string,
  names: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const found = new Map<string, ReadonlySet<string>>();
  const require = createRequire(join(folder, 'package.json'));
  const modules: string[] = [];
  for (const name of names) {
    if (name === 'react-router-dom') found.set(name, new Set(ROUTER_EXPORTS));
    else if (COMMON_JS.has(name)) found.set(name, new Set([...Object.keys(require(name)), 'default']));
    else modules.push(name);
  }
  if (modules.length === 0) return found;
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: modules.map((name, index) => ({ in: name, out: String(index) })),
    outdir: 'exports',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    mainFields: ['module', 'main'],
    conditions: conditionsFor(folder, 'production'),
    define: { 'process.env.NODE_ENV': '"production"' },
    treeShaking: false,
    logLevel: 'silent',
    plugins: [withoutContent],
  });
  for (const [index, name] of modules.entries()) {
    found.set(name, new Set(metafile.outputs[`exports/${index}.js`]?.exports));
  }
  return found;
}

/** Replaces stylesheets and images with empty modules: they don't affect exports. */
const withoutContent: Plugin = {
  name: 'lading-kit:without-content',
  setup(esbuild) {
    esbuild.onResolve({ filter: /\.(?:css|svg|png)(?:\?.*)?$/ }, ({ path }) => ({
      path,
      namespace: 'empty',
    }));
    esbuild.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default ""' }));
  },
};
