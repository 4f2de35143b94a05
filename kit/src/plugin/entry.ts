import type { Rollup } from 'vite';

export const ENTRY = 'virtual:lading-plugin';

/**
 * Generates the module in the import map: its default export is the definition, and its lifecycles
 * are the plugin's own or those for React.
 */
export function entryModule(definitionFile: string, ownLifecycles: boolean): Rollup.Plugin {
  const resolved = `\0${ENTRY}`;
  return {
    name: 'lading-kit:entry',
    resolveId: { order: 'pre', handler: (source) => (source === ENTRY ? resolved : null) },
    load(id) {
      if (id !== resolved) return null;
      return entrySource(definitionFile, ownLifecycles);
    },
  };
}

export function entrySource(definitionFile: string, ownLifecycles: boolean): string {
  return `import definition from ${JSON.stringify(definitionFile)};\n${ownLifecycles ? OWN : REACT}`;
}

const REACT = `import { reactLifecycles } from '@lading/ui';
export default definition;
export const { bootstrap, mount, unmount } = reactLifecycles(definition);
`;

const OWN = `export default definition;
const stage = (name) => async (props) => (await definition.lifecycles())[name](props);
export const bootstrap = stage('bootstrap');
export const mount = stage('mount');
export const unmount = stage('unmount');
`;
