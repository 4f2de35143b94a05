import { relative } from 'node:path';
import { buildPlugin } from '../plugin/buildPlugin.ts';
import { compareSizes, describeChange } from '../size/compareSizes.ts';
import { earlierSizes } from '../size/earlierSizes.ts';
import { measure } from '../size/measure.ts';

/** Builds the plugin, and reports its sizes. `lading-kit size` fails if it grew too much. */
export async function buildCommand(folder: string): Promise<void> {
  const { described, manifest, folder: target } = await buildPlugin(folder);
  const sizes = measure(manifest);
  console.log(
    `${described.packageName} ${described.version}: ${manifest.files.length} files, ` +
      `${Math.ceil(sizes.bytes / 1024)} KiB in ${relative(process.cwd(), target)}`,
  );
  const before = await earlierSizes(folder, undefined);
  const changes = before ? compareSizes(before, sizes, Number.POSITIVE_INFINITY) : [];
  for (const change of changes) console.log(`  ${describeChange(change)}`);
}
