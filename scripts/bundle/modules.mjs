// Builds the console packages in the import map, and the script that starts the page.
import { sharedImports, systemBuild, UI_NAMES } from '@lading/kit';
import react from '@vitejs/plugin-react';
import { byFirst } from './chunks.mjs';

const names = { entry: '[name]-[hash].js', chunk: '[name]-[hash].js', asset: '[name]-[hash][extname]' };

/** Returns the entry of each of `UI_NAMES` in the build of ui: `@lading/ui/table` is `ui-table`. */
export const uiEntry = (name) => name.replace('@lading/', '').replace('/', '-');

/** Builds `@lading/ui` and its subpaths. */
export function buildUi(root) {
  const source = (name) =>
    `${root}ui/src/${name.replace(/^@lading\/ui\/?/, '')}`.replace(/\/?$/, '/index.ts');
  const input = Object.fromEntries(UI_NAMES.map((name) => [uiEntry(name), source(name)]));
  return systemBuild({
    root: `${root}ui`,
    input,
    manualChunks: byFirst(Object.entries(input)),
    names,
    plugins: [sharedImports(), react()],
  });
}

/** Builds `@lading/shell` and `@lading/shell/frame`. */
export function buildShell(root) {
  const input = { shell: `${root}shell/src/core.ts`, frame: `${root}shell/src/frame.tsx` };
  return systemBuild({
    root: `${root}shell`,
    input,
    manualChunks: byFirst(Object.entries(input)),
    names,
    plugins: [sharedImports(['@lading/shell/frame']), react()],
  });
}

/**
 * Builds `@lading/shell/frames`, which shows untrusted plugins, and `@lading/shell/framed`, which
 * runs in their frames. Each has its own copy of what it needs of the shell, which would otherwise
 * export it for every page.
 */
export async function buildFrames(root) {
  const entries = ['frames', 'framed'].map((name) =>
    systemBuild({
      root: `${root}shell`,
      input: { [name]: `${root}shell/src/${name}.ts` },
      names,
      plugins: [sharedImports(), react()],
    }),
  );
  return (await Promise.all(entries)).flat();
}

/** Builds the script that starts frames of untrusted plugins. */
export const buildFrameBoot = (root) => classicScript(root, { 'frame-boot': 'framed/main.ts' });

/** Builds SystemJS and the root config as a classic script. */
export const buildBoot = (root) => classicScript(root, { boot: 'main.ts' });

/** Builds the script that starts pages with a development override. */
export const buildDevelop = (root) => classicScript(root, { develop: 'develop/main.ts' });

function classicScript(root, entry) {
  const input = Object.fromEntries(
    Object.entries(entry).map(([name, path]) => [name, `${root}root-config/src/${path}`]),
  );
  return systemBuild({ root: `${root}root-config`, input, names, format: 'iife', plugins: [] });
}
