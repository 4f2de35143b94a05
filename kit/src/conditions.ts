import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * In Lading's repository, workspace packages resolve to their sources; published packages contain
 * only the build.
 */
const SOURCE = '@lading/source';

/** Returns the resolution conditions for the imports of a plugin in `folder`. */
export function conditionsFor(folder: string, ...more: readonly string[]): string[] {
  return [...(hasSources(folder) ? [SOURCE] : []), 'module', ...more];
}

function hasSources(folder: string): boolean {
  const contract = join(folder, 'node_modules/@lading/contract');
  if (existsSync(contract)) return existsSync(join(realpathSync(contract), 'src/index.ts'));
  return dirname(folder) !== folder && hasSources(dirname(folder));
}
