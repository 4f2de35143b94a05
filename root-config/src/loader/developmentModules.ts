import type { BootDevelopment } from '@lading/contract/rest';
import type { Registration } from './systemHooks.ts';

/**
 * Loads ES modules of a development server with the browser's own `import()`, including hot reload.
 */
export function developmentModules(
  development: BootDevelopment | undefined,
  nativeImport: (url: string) => Promise<object>,
): (url: string) => Promise<Registration> | undefined {
  return (url) => {
    if (!development || new URL(url).origin !== development.origin) return undefined;
    return nativeImport(url).then((namespace): Registration => {
      const declare = (exports: (all: object) => unknown) => ({
        // A return value would be treated as a promise.
        execute: () => void exports({ ...namespace }),
      });
      return [[], declare];
    });
  };
}
