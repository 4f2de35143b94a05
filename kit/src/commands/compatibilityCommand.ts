import { parseArgs } from 'node:util';
import { checkPackage } from '../check/checkPackage.ts';
import { compareConsole } from '../check/compareConsole.ts';
import { readBuilt } from '../check/readBuilt.ts';
import { KitError } from '../KitError.ts';

/** Compares a built plugin with consoles. Throws `KitError` if it does not fit one of them. */
export async function compatibilityCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { console: { type: 'string', multiple: true } },
  });
  const addresses = values.console ?? [];
  if (addresses.length === 0)
    throw new KitError('--console is missing: the URL of a running console. It can be given several times.');
  const built = await readBuilt(positionals[0] ?? '.');
  const { used } = await checkPackage(built);
  const { contract } = built.manifest as { contract: string };
  let failed = 0;
  for (const [index, address] of addresses.entries()) {
    const found = await compareConsole({ root: built.root, contract, used }, address, index);
    const about = `${address}: Lading ${found.version}, contract ${found.contract}`;
    const types = found.typed ? '' : ' (types not compared: the plugin has no TypeScript)';
    if (found.problems.length === 0) console.log(`${about}: compatible${types}`);
    else {
      failed += 1;
      console.log(
        [`${about}: not compatible${types}`, ...found.problems.map((one) => `  ${one}`)].join('\n'),
      );
    }
  }
  if (failed > 0)
    throw new KitError(`The plugin is not compatible with ${failed} of ${addresses.length} consoles.`);
}
