import { parseArgs } from 'node:util';
import type { PluginManifest } from '@lading/contract';
import { validateManifest } from '@lading/contract/validation';
import { readBuilt } from '../check/readBuilt.ts';
import { KitError } from '../KitError.ts';
import { compareSizes, describeChange } from '../size/compareSizes.ts';
import { earlierSizes, saveSizes } from '../size/earlierSizes.ts';
import { measure } from '../size/measure.ts';

const MAX_GROWTH = '10';

/** Compares the sizes of the plugin with earlier ones. Throws `KitError` if it grew too much. */
export async function sizeCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      'max-growth': { type: 'string', default: MAX_GROWTH },
      save: { type: 'boolean' },
    },
  });
  const maxGrowth = Number(values['max-growth']);
  if (!(maxGrowth >= 0))
    throw new KitError(`--max-growth is ${values['max-growth']}; a number of percent is expected.`);
  const folder = positionals[0] ?? '.';
  const sizes = measure(await builtManifest(folder));
  const before = await earlierSizes(folder, values.against);
  const changes = compareSizes(
    before ?? { version: '', bytes: sizes.bytes, pages: sizes.pages },
    sizes,
    maxGrowth,
  );
  console.log(
    before ? `${sizes.version}, compared with ${before.version} in ${before.from}:` : `${sizes.version}:`,
  );
  for (const change of changes) console.log(`  ${describeChange(change)}`);
  if (values.save) {
    console.log(`Saved in ${await saveSizes(folder, sizes)}. Commit the file.`);
    return;
  }
  if (!before) console.log('No earlier sizes to compare with. lading-kit size --save saves these sizes.');
  const grown = changes.filter(({ isTooMuch }) => isTooMuch);
  if (grown.length === 0) return;
  throw new KitError(
    `The plugin grew by more than ${maxGrowth} %: ${grown.map(({ what }) => what).join(', ')}. ` +
      'If that is intended, run lading-kit size --save, and commit lading-size.json.',
  );
}

async function builtManifest(folder: string): Promise<PluginManifest> {
  const validated = validateManifest((await readBuilt(folder)).manifest);
  if (validated.valid) return validated.value;
  throw new KitError(validated.cause);
}
