import { parseArgs } from 'node:util';
import { readBuilt } from '../check/readBuilt.ts';
import { readKey } from '../sign/authorKey.ts';
import { signPackage } from '../sign/signPackage.ts';

/** Signs the built package. Throws `KitError`. */
export async function signCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { key: { type: 'string' } },
  });
  await sign(positionals[0] ?? '.', values.key);
}

/** Signs the package in `build/package` of the plugin in `folder`. */
export async function sign(folder: string, file: string | undefined): Promise<void> {
  const key = await readKey(file);
  const { name, version, files } = await signPackage(await readBuilt(folder), key);
  console.log(`${name} ${version} is signed: ${files} files, key ${key.id}`);
}
