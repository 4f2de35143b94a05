import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KitError } from '../KitError.ts';

type Imports = Record<string, string | null>;

/**
 * Points the operator's map in `home` (the platform's data folder) at the development server. Gives back a function that
 * puts the entry back as it was.
 */
export async function pointMapAt(
  home: string,
  specifier: string,
  address: string,
): Promise<() => Promise<void>> {
  const file = join(home, 'importmap.json');
  const before = (await readMap(file))[specifier];
  await writeMap(file, { ...(await readMap(file)), [specifier]: address });
  return async () => {
    const { [specifier]: _ours, ...others } = await readMap(file);
    await writeMap(file, before === undefined ? others : { ...others, [specifier]: before });
  };
}

async function readMap(file: string): Promise<Imports> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"imports":{}}';
    throw error;
  });
  try {
    return (JSON.parse(text) as { imports?: Imports }).imports ?? {};
  } catch (error) {
    throw new KitError(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

async function writeMap(file: string, imports: Imports): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify({ imports }, null, 2)}\n`);
  } catch (error) {
    throw new KitError(`${file} cannot be written: is --home the platform's data folder (LADING_HOME)?`, {
      cause: error,
    });
  }
}
