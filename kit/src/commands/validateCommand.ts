import { parseArgs } from 'node:util';
import type { PluginManifest } from '@lading/contract';
import { FRAMED_KINDS } from '@lading/contract/validation';
import { checkBehavior } from '../check/behavior/checkBehavior.ts';
import { checkPackage } from '../check/checkPackage.ts';
import { readBuilt } from '../check/readBuilt.ts';
import { KitError } from '../KitError.ts';

/** Prints all problems of a built plugin. Throws `KitError` if there are any. */
export async function validateCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { budget: { type: 'string' }, untrusted: { type: 'boolean' } },
  });
  const budget = values.budget === undefined ? Number.POSITIVE_INFINITY : Number(values.budget);
  if (!(budget > 0)) throw new KitError(`--budget is ${values.budget}; a number of KiB is expected.`);
  const built = await readBuilt(positionals[0] ?? '.');
  const { problems, used, bytes } = await checkPackage(built);
  const size = Math.ceil(bytes / 1024);
  const large = size > budget ? [`It has ${size} KiB, more than the budget of ${budget} KiB`] : [];
  report([...problems, ...large]);
  // Only code that fits its manifest can be run.
  const behavior = await checkBehavior(built, used, { untrusted: values.untrusted ?? false });
  report(behavior.problems);
  const checked = behavior.skipped.length === 0 ? 'imports, and each page, part, and action' : 'and imports';
  console.log(`The plugin is valid: ${size} KiB; files, hashes, ${checked} checked.`);
  for (const what of behavior.skipped) console.log(`Not checked: ${what}.`);
  const left = values.untrusted ? leftOut(built.manifest as PluginManifest) : [];
  if (left.length > 0) console.log(`Left out while it is untrusted: ${left.join(', ')}.`);
}

/** Kinds of contributions that need code in the page. */
function leftOut({
  contributions: { extensions, lifecycles: _lifecycles, ...main },
}: PluginManifest): string[] {
  return Object.entries({ ...main, ...extensions }).flatMap(([kind, list]) =>
    list.length > 0 && !FRAMED_KINDS.includes(kind) ? [kind] : [],
  );
}

function report(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new KitError(`The plugin is not valid:\n${problems.map((one) => `  ${one}`).join('\n')}`);
}
