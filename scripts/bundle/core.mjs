// Bundles the shared libraries that every page needs into one file, which exports a table from name
// to module.
import { CORE_NAMES, ROUTER_EXPORTS, systemBuild } from '@lading/kit';

const CORE = 'virtual:core';
const ROUTER = 'virtual:router';

/** Names in the core while a plugin is developed in the page. */
export const DEVELOPMENT_NAMES = [...CORE_NAMES, 'react/jsx-dev-runtime'];

/** `development`: includes what hot reload needs from React. */
export function buildCore(root, { development = false } = {}) {
  const modules = development ? DEVELOPMENT_NAMES : CORE_NAMES;
  return systemBuild({
    root,
    development,
    input: { [development ? 'core-development' : 'core']: CORE },
    names: { entry: '[name]-[hash].js', chunk: '[name]-[hash].js', asset: '[name]-[hash][extname]' },
    plugins: [virtual({ [CORE]: table(modules), [ROUTER]: router(root) }), lighterRouter],
  });
}

function table(modules) {
  const from = (name) => (name === 'react-router-dom' ? ROUTER : name);
  const imports = modules.map((name, index) => `import * as m${index} from ${JSON.stringify(from(name))};`);
  const entries = modules.map((name, index) => `${JSON.stringify(name)}: m${index}`);
  return `${imports.join('\n')}\nexport const namespaces = { ${entries.join(', ')} };\n`;
}

/**
 * react-router selects its development build by default; its production build is only available by
 * path.
 */
function router(root) {
  const path = `${root}node_modules/react-router/dist/production/index.mjs`;
  return `export { ${ROUTER_EXPORTS.join(', ')} } from ${JSON.stringify(path)};\n`;
}

/**
 * Debug names and top-level calls that are not marked as pure would keep unused code in the build:
 * 2 kB.
 */
const lighterRouter = {
  name: 'lading:lighter-router',
  transform: {
    filter: { id: /react-router\/dist/ },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/= (React\d*\.\w+\()/g, '= /* @__PURE__ */ $1'),
  },
};

/** Provides modules without a file: `sources` maps their names to their code. */
export function virtual(sources) {
  return {
    name: 'lading:virtual',
    resolveId: { order: 'pre', handler: (source) => (source in sources ? `\0${source}` : null) },
    load: (id) => sources[id.slice(1)] ?? null,
  };
}
