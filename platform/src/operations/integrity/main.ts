import { countDamaged, listDamaged } from '../../blobs/integrity/damagedFiles.ts';
import { withStorage } from '../../database/db.ts';
import { readSettings, SettingsError } from '../../settings/settings.ts';
import { type Round, workOnRound } from '../../storage/integrityRounds.ts';
import { openStorage } from '../../storage/openStorage.ts';
import { FolderInUse } from '../../storage/ownership.ts';
import { counted } from '../backup/counted.ts';

/** Maximum number of listed blobs. */
const maxListed = 1000;
const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`Lading: ${line}\n`);

/**
 * Runs `npm run verify`, which verifies all stored files of a stopped server. Returns the exit
 * code.
 */
async function run(): Promise<number> {
  const storage = await openStorage(readSettings(process.env));
  try {
    return await withStorage(storage, async () => {
      let shown = -1;
      const progress = ({ verified, total }: Round) => {
        const percent = total.count === 0 ? 100 : Math.floor((100 * verified.count) / total.count);
        if (percent >= shown + 10) say(`${percent} %`);
        if (percent >= shown + 10) shown = percent;
      };
      const round = await workOnRound({ anew: true, share: () => 1, progress });
      if (!round)
        throw new Error('Another server on this database is verifying stored files. Try again later.');
      const damaged = await countDamaged();
      say(
        `Verified ${counted(round.verified.count, 'blob')} with ${round.verified.size} bytes: ${damaged} damaged or missing`,
      );
      for (const { sha256, reason, files } of await listDamaged(maxListed))
        say(`${reason} ${sha256} ${files.join(' ') || '(no file)'}`);
      return damaged === 0 ? 0 : 1;
    });
  } finally {
    await storage.close();
  }
}

function fail(error: unknown): number {
  if (error instanceof SettingsError) {
    for (const fault of error.faults) complain(fault);
    return 2;
  }
  if (error instanceof FolderInUse) {
    complain(
      'The server is running. Send POST /artifactory/api/system/storage/verify to it, or stop it first.',
    );
    return 3;
  }
  complain(error instanceof Error ? error.message : String(error));
  return 1;
}

/** Shows what the command does. Returns the exit code: `--help` is the only argument. */
function explain(argument: string): number {
  const help = argument === '--help' || argument === '-h';
  if (!help) complain(`Unknown argument: ${argument}`);
  (help ? say : complain)(
    'npm run verify reads all stored files of the server in LADING_HOME and compares them with their hashes. The server must be stopped.',
  );
  return help ? 0 : 2;
}

const [argument] = process.argv.slice(2);
process.exitCode = argument === undefined ? await run().catch(fail) : explain(argument);
