import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KitError } from '../KitError.ts';

type Imports = Record<string, string | null>;

/**
 * Points the operator's map in `home` (the platform's data folder) at the development server. Gives back a function that
 * puts the entry back as it was, at once: when the server is stopped by a signal nothing is waited for.
 */
export async function pointMapAt(home: string, specifier: string, address: string): Promise<() => void> {
  const file = join(home, 'importmap.json');
  const before = readMap(file)[specifier];
  writeMap(file, { ...readMap(file), [specifier]: address });
  return () => {
    const { [specifier]: _ours, ...others } = readMap(file);
    writeMap(file, before === undefined ? others : { ...others, [specifier]: before });
  };
}

function readMap(file: string): Imports {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{"imports":{}}';
  try {
    return (JSON.parse(text) as { imports?: Imports }).imports ?? {};
  } catch (error) {
    throw new KitError(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

function writeMap(file: string, imports: Imports): void {
  try {
    writeFileSync(file, `${JSON.stringify({ imports }, null, 2)}\n`);
  } catch (error) {
    throw new KitError(`${file} cannot be written: is --home the platform's data folder (LADING_HOME)?`, {
      cause: error,
    });
  }
}
