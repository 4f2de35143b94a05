import { randomUUID } from 'node:crypto';
import type { DumpClient } from '../../database/dump/DumpClient.ts';
import { BadTarget } from './BackupTarget.ts';
import type { TargetOwner } from './TargetOwner.ts';

/** The file or object that claims a target for one installation. */
export const markerFile = 'lading-backups.json';

/** Content of the marker with which an operator confirms that no other copy uses the target. */
const adoptWord = 'adopt';

/** Text of the marker. */
export function markerOf({ instance, mark }: TargetOwner): string {
  return `${JSON.stringify({ format: 1, instance, ...(mark === undefined ? {} : { mark }) })}\n`;
}

/** Throws `BadTarget` if a marker is of another installation, or of another copy of this one. */
export async function checkMarker(name: string, text: string, owner: TargetOwner): Promise<void> {
  if (text.trim() === adoptWord) return;
  let marker: { instance?: unknown; mark?: unknown } | null;
  try {
    marker = JSON.parse(text);
  } catch {
    throw new BadTarget(
      `${markerFile} in ${name} is damaged. Restore it from another copy of the target, or select another target`,
    );
  }
  if (marker?.instance !== owner.instance)
    throw new BadTarget(`${name} contains backups of another installation. Select a separate target`);
  if (typeof marker.mark === 'string' && !(await owner.knows(marker.mark)))
    throw new BadTarget(
      `${name} contains a later backup of another copy of this installation: its original, or a restored copy. ` +
        `Select a separate target. If the other copy no longer runs, write the word ${adoptWord} to ${markerFile} in the target`,
    );
}

/** Number of marks to keep: targets in use have newer ones. */
const maxMarks = 10_000;

/**
 * Creates the mark of a backup. A restored database knows the mark of its backup, and of those
 * before.
 */
export async function createOwner(client: DumpClient, instance: string): Promise<TargetOwner> {
  const owner = ownerOf(client, instance);
  if (!(await hasMarks(client))) return owner;
  const mark = randomUUID();
  await client.query('INSERT INTO backup_marks (mark) VALUES ($1)', [mark]);
  await client.query(
    'DELETE FROM backup_marks WHERE id < (SELECT id FROM backup_marks ORDER BY id DESC OFFSET $1 LIMIT 1)',
    [maxMarks],
  );
  return { ...owner, mark };
}

/** `lading backup` can run before the database is migrated. */
async function hasMarks(client: DumpClient): Promise<boolean> {
  const { rows } = await client.query("SELECT 1 WHERE to_regclass('backup_marks') IS NOT NULL");
  return rows.length > 0;
}

function ownerOf(client: DumpClient, instance: string): TargetOwner {
  return {
    instance,
    async knows(mark) {
      if (!(await hasMarks(client))) return true;
      const { rows } = await client.query('SELECT 1 FROM backup_marks WHERE mark::text = $1', [mark]);
      return rows.length > 0;
    },
  };
}
