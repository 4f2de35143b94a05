import { randomUUID } from 'node:crypto';
import type { DumpClient } from '../../database/dump/DumpClient.ts';
import { BadTarget } from './BackupTarget.ts';
import type { TargetOwner } from './TargetOwner.ts';

/** The file or object that claims a target for one installation. */
export const markerFile = 'lading-backups.json';

/** Content of the marker with which an operator confirms that no other copy uses the target. */
const adoptWord = 'adopt';

/** The mark of the last complete backup; null for none. */
export type CompleteMark = string | null;

/** Text of the marker, with the marks of the last begun and of the last complete backup. */
export function markerOf({ instance, mark }: TargetOwner, complete: CompleteMark): string {
  return `${JSON.stringify({ format: 1, instance, ...(mark === undefined ? {} : { mark, complete }) })}\n`;
}

/**
 * Returns the mark of the last complete backup. Throws `BadTarget` if a marker is of another
 * installation, or of another copy of this one. A copy whose only backup did not end has stored
 * nothing, so the database need not know its mark.
 */
export async function checkMarker(name: string, text: string, owner: TargetOwner): Promise<CompleteMark> {
  if (text.trim() === adoptWord) return null;
  let marker: { instance?: unknown; mark?: unknown; complete?: unknown } | null;
  try {
    marker = JSON.parse(text);
  } catch {
    throw new BadTarget(
      `${markerFile} in ${name} is damaged. Restore it from another copy of the target, or select another target`,
    );
  }
  if (marker?.instance !== owner.instance)
    throw new BadTarget(`${name} contains backups of another installation. Select a separate target`);
  const { mark, complete = mark } = marker;
  const isKnown = typeof complete !== 'string' || (await owner.knows(complete));
  if (!isKnown && !(typeof mark === 'string' && (await owner.knows(mark))))
    throw new BadTarget(
      `${name} contains a later backup of another copy of this installation: its original, or a restored copy. ` +
        `Select a separate target. If the other copy no longer runs, write the word ${adoptWord} to ${markerFile} in the target`,
    );
  return typeof complete === 'string' ? complete : null;
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
