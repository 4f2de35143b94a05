import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** In Lading's own checkout the rooms are taken from their sources; a package has its build alone. */
const SOURCE = '@lading/source';

/** The conditions by which the packages of a plug-in in `folder` are resolved. */
export function conditionsFor(folder: string, ...more: readonly string[]): string[] {
  return [...(hasSources(folder) ? [SOURCE] : []), 'module', ...more];
}

function hasSources(folder: string): boolean {
  const contract = join(folder, 'node_modules/@lading/contract');
  if (existsSync(contract)) return existsSync(join(realpathSync(contract), 'src/index.ts'));
  return dirname(folder) !== folder && hasSources(dirname(folder));
}
