import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

export const PACKAGE = { name: '@lading/plugin-tide', version: '1.2.3', description: 'High and low water' };

/** Returns the definition of a plugin with one screen, with `more` added. */
export function definition(more = ''): string {
  return `import { definePlugin, message } from '@lading/contract';
export default definePlugin({
  name: 'tide',
  version: '1.2.3',
  contract: '1.x',
  routes: [
    {
      path: '/tide',
      name: 'tide.main',
      title: message('tide.title', 'Tide'),
      screen: () => import('./TidePage.tsx').then(({ TidePage }) => TidePage),
    },
  ],
  ${more}
});
`;
}

const PAGE = `export function TidePage() {
  return <p>The tide</p>;
}
`;

/** Creates a plugin outside of the workspaces, with the libraries installed here. */
export function pluginFolder(files: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'lading-kit-'));
  symlinkSync(MODULES, join(folder, 'node_modules'));
  const all = {
    'package.json': JSON.stringify(PACKAGE),
    'src/plugin.ts': definition(),
    'src/TidePage.tsx': PAGE,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
