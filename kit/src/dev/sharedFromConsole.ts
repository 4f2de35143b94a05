import type { Plugin } from 'vite';
import { SHARED_NAMES } from '../shared/names.ts';
import { sharedExports } from '../shared/sharedExports.ts';
import { sharedImport } from '../shared/sharedImport.ts';

/**
 * Shared in the console's development build only: React's JSX transform imports it during
 * development.
 */
const JSX_DEVELOPMENT = 'react/jsx-dev-runtime';
const JSX_EXPORTS = new Set(['Fragment', 'jsxDEV']);
const PREFIX = '\0lading-shared:';
const NAMES = [...SHARED_NAMES, JSX_DEVELOPMENT];

/** Resolves shared modules to those in the console's page instead of separate copies. */
export function sharedFromConsole(folder: string): Plugin {
  const known = new Set(NAMES);
  return {
    name: 'lading-kit:shared-from-console',
    enforce: 'pre',
    config: (config) => {
      config.optimizeDeps = {
        ...config.optimizeDeps,
        // React's plugin requests copies of these; all installed libraries must use the console's
        // modules.
        include: (config.optimizeDeps?.include ?? []).filter((name) => !known.has(name)),
        exclude: [...(config.optimizeDeps?.exclude ?? []), ...NAMES],
      };
    },
    resolveId(source, importer) {
      if (known.has(source)) return PREFIX + source;
      if (/^[./]|^\0|^[a-z]+:/.test(source)) return null;
      const found = sharedImport(source);
      if (found.kind === 'refused') {
        this.error(`'${source}' cannot be imported${importer ? ` in ${importer}` : ''}. ${found.reason}`);
      }
      return null;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null;
      const name = id.slice(PREFIX.length);
      const exported =
        name === JSX_DEVELOPMENT ? JSX_EXPORTS : (await sharedExports(folder, [name])).get(name);
      return moduleOf(name, [...(exported ?? [])]);
    },
  };
}

function moduleOf(name: string, exported: readonly string[]): string {
  const named = exported.filter((each) => each !== 'default');
  const lines = [`const shared = await System.import(${JSON.stringify(name)});`];
  // In two steps: names such as `delete` can be exported but not declared.
  for (const [index, each] of named.entries())
    lines.push(`const e${index} = shared[${JSON.stringify(each)}];`);
  lines.push(`export { ${named.map((each, index) => `e${index} as ${each}`).join(', ')} };`);
  if (exported.includes('default')) lines.push('export default shared.default;');
  return lines.join('\n');
}
