import type { Rollup } from 'vite';
import { sharedImport } from '../shared/sharedImport.ts';

/** Leaves shared modules to the import map, and rejects modules that the map does not have. */
export function sharedImports(also: readonly string[] = []): Rollup.Plugin {
  return {
    name: 'lading-kit:shared',
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        if (also.includes(source)) return { id: source, external: true };
        if (/^[./]|^[a-z]+:|^\0/.test(source)) return null;
        const found = sharedImport(source);
        if (found.kind === 'shared') return { id: source, external: true };
        if (found.kind === 'refused') {
          this.error(`'${source}' cannot be imported${importer ? ` in ${importer}` : ''}. ${found.reason}`);
        }
        return null;
      },
    },
  };
}
