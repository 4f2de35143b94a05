import type { BootDevelopment } from '@lading/contract/rest';
import type { Registration } from './systemHooks.ts';

/** Modules of a development server are ES modules: the browser's own `import()` fetches them, hot reload included. */
export function developmentModules(
  development: BootDevelopment | undefined,
  nativeImport: (url: string) => Promise<object>,
): (url: string) => Promise<Registration> | undefined {
  return (url) => {
    if (!development || new URL(url).origin !== development.origin) return undefined;
    return nativeImport(url).then((namespace): Registration => {
      const declare = (exports: (all: object) => unknown) => ({
        // What this returns would be taken for a promise to wait for.
        execute: () => void exports({ ...namespace }),
      });
      return [[], declare];
    });
  };
}
