import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { type Seal, SealBroken } from './Seal.ts';

/** Use of the text that verifies the key. */
export const secretsKeyUse = 'secrets-key';

/**
 * Throws if the database's secrets are encrypted with another key than `seal` has. The first node
 * that starts records its key, as a text encrypted with it. `source`: the variable or the file that
 * contains the key.
 */
export async function checkSecretsKey(seal: Seal, source: string): Promise<void> {
  await db().execute(
    sql`insert into secrets_key (sealed) values (${seal.close('lading', secretsKeyUse)}) on conflict do nothing`,
  );
  const { rows } = await db().execute<{ sealed: Buffer }>(sql`select sealed from secrets_key`);
  const [recorded] = rows;
  if (!recorded) return;
  try {
    seal.open(recorded.sealed, secretsKeyUse);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new Error(
      `${source} is not the encryption key of the secrets in the database. Set LADING_SECRETS_KEY to that key, ` +
        'the same on all nodes. If the key is lost, run DELETE FROM secrets_key and enter all secrets again',
    );
  }
}

/** Returns the source of a node's key, for messages. */
export function keySource({ secretsKey, home }: { secretsKey?: Buffer; home: string }): string {
  return secretsKey ? 'LADING_SECRETS_KEY' : `The key in ${home}/secrets.key`;
}
