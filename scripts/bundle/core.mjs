// The shared libraries that every page needs, in one file that exports a table from name to module.
import { CORE_NAMES, ROUTER_EXPORTS, systemBuild } from '@lading/kit';

const CORE = 'virtual:core';
const ROUTER = 'virtual:router';

export function buildCore(root) {
  return systemBuild({
    root,
    input: { core: CORE },
    names: { entry: '[name]-[hash].js', chunk: '[name]-[hash].js', asset: '[name]-[hash][extname]' },
    plugins: [virtual({ [CORE]: table(), [ROUTER]: router(root) }), lighterRouter],
  });
}

function table() {
  const from = (name) => (name === 'react-router-dom' ? ROUTER : name);
  const imports = CORE_NAMES.map(
    (name, index) => `import * as m${index} from ${JSON.stringify(from(name))};`,
  );
  const entries = CORE_NAMES.map((name, index) => `${JSON.stringify(name)}: m${index}`);
  return `${imports.join('\n')}\nexport const namespaces = { ${entries.join(', ')} };\n`;
}

/** react-router chooses its development build by itself; its production build is had by path alone. */
function router(root) {
  const path = `${root}node_modules/react-router/dist/production/index.mjs`;
  return `export { ${ROUTER_EXPORTS.join(', ')} } from ${JSON.stringify(path)};\n`;
}

/** Names for debugging and unmarked calls at its top level keep in the build what nobody asked for: 2 kB. */
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

/** Modules that have no file: `sources` maps their names to their code. */
export function virtual(sources) {
  return {
    name: 'lading:virtual',
    resolveId: { order: 'pre', handler: (source) => (source in sources ? `\0${source}` : null) },
    load: (id) => sources[id.slice(1)] ?? null,
  };
}
