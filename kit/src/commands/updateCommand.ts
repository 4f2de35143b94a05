import { parseArgs } from 'node:util';
import { KitError } from '../KitError.ts';
import { uncommitted } from '../update/differences.ts';
import { type FileUpdate, updatePlugin } from '../update/updatePlugin.ts';

/** Brings a plugin to the scaffold of this kit, and prints each file. */
export async function updateCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, force: { type: 'boolean' } },
  });
  const folder = positionals[0] ?? '.';
  const dryRun = values['dry-run'] ?? false;
  if (!dryRun && !values.force) await requireClean(folder);
  const { from, to, files } = await updatePlugin(folder, { dryRun });
  const origin = from === undefined ? 'a kit without a record of its files' : from;
  console.log(`${dryRun ? 'Dry run: ' : ''}scaffold of ${origin} → ${to}`);
  for (const file of files) console.log(describe(file));
  const conflicts = files.filter(({ kind }) => kind === 'conflict').length;
  if (files.every(({ kind }) => kind === 'kept')) console.log('The plugin is up to date.');
  else if (dryRun) console.log('Nothing was changed.');
  else console.log('Next steps:\n  npm install\n  npm run types\n  npm test');
  if (conflicts > 0)
    console.log(
      `${conflicts} of the files were changed by you and by the scaffold. They are as you left them: apply the differences above that you want.`,
    );
}

/** The changes of an update must be visible in a diff, so that they can be undone. */
async function requireClean(folder: string): Promise<void> {
  const changes = await uncommitted(folder);
  if (changes === '') return;
  const why = changes === undefined ? 'is not in a Git repository' : 'has uncommitted changes';
  throw new KitError(
    `${folder} ${why}. Commit first, so that you can review and undo the update. --dry-run shows it, and --force updates anyway.`,
  );
}

function describe(file: FileUpdate): string {
  const { path } = file;
  if (file.kind === 'merged') return [`  updated   ${path}`, ...indented(file.changes)].join('\n');
  if (file.kind === 'conflict')
    return [`  CONFLICT  ${path}: - yours, + the scaffold`, ...indented(file.diff.split('\n'))].join('\n');
  const words = { replaced: 'replaced ', added: 'added    ', deleted: 'deleted  ', kept: 'kept     ' };
  const more = file.kind === 'kept' ? ' (changed or deleted by you)' : '';
  return `  ${words[file.kind]} ${path}${more}`;
}

const indented = (lines: readonly string[]) => lines.map((line) => `            ${line}`);
