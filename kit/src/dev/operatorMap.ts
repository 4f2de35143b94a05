import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KitError } from '../KitError.ts';

type Imports = Record<string, string | null>;

/**
 * Adds the development server to the operator's map in `home` (the platform's data directory).
 * Returns a function that restores the entry. Both are synchronous, so that they also work while
 * the process exits.
 */
export function pointMapAt(home: string, specifier: string, address: string): () => void {
  const file = join(home, 'importmap.json');
  const imports = readMap(file);
  const before = imports[specifier];
  writeMap(file, { ...imports, [specifier]: address });
  return () => {
    const { [specifier]: _ours, ...others } = readMap(file);
    writeMap(file, before === undefined ? others : { ...others, [specifier]: before });
  };
}

function readMap(file: string): Imports {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { imports?: Imports }).imports ?? {};
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new KitError(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

function writeMap(file: string, imports: Imports): void {
  try {
    writeFileSync(file, `${JSON.stringify({ imports }, null, 2)}\n`);
  } catch (error) {
    throw new KitError(
      `${file} cannot be written. Expected --home to be the platform's data directory (LADING_HOME).`,
      {
        cause: error,
      },
    );
  }
}
