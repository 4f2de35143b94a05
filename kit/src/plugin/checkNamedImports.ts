import type { Rollup } from 'vite';
import { KitError } from '../KitError.ts';
import { sharedExports } from '../shared/sharedExports.ts';

/**
 * Rejects imports of missing exports of shared modules, which would be `undefined` in the browser.
 */
export async function checkNamedImports(
  folder: string,
  output: Rollup.RollupOutput['output'],
): Promise<void> {
  const wanted = new Map<string, Set<string>>();
  for (const file of output) {
    if (file.type !== 'chunk') continue;
    const own = new Set(
      [...file.imports, ...file.dynamicImports].filter((name) => /\.(?:js|css)$/.test(name)),
    );
    for (const [from, names] of Object.entries(file.importedBindings)) {
      if (own.has(from)) continue;
      const known = wanted.get(from) ?? new Set();
      for (const name of names) if (name !== '*') known.add(name);
      wanted.set(from, known);
    }
  }
  const exported = await sharedExports(folder, [...wanted.keys()]);
  const missing: string[] = [];
  for (const [from, names] of wanted) {
    const absent = [...names].filter((name) => !exported.get(from)?.has(name));
    if (absent.length > 0) missing.push(`  ${absent.join(', ')} from '${from}'${hint(from)}`);
  }
  if (missing.length === 0) return;
  throw new KitError(
    `The console's shared modules do not have what the plugin imports:\n${missing.join('\n')}`,
  );
}

function hint(from: string): string {
  return from === 'react-router-dom'
    ? ': the shell owns navigation; use shell.navigation for routers, loaders and blockers'
    : '';
}
