import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { db } from '../../database/db.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { usersTable } from '../tables.ts';
import { effectiveAdmin } from '../users.ts';
import { mailInForce, sendMail } from './mailer.ts';

/** Maximum number of recipients. */
const maxRecipients = 50;

interface Notice {
  subject: string;
  text: string;
}

/**
 * Sends an email to each enabled administrator with an email address, if an email server is
 * configured. Never throws: failures are logged.
 */
export async function mailAdministrators(
  { subject, text }: Notice,
  { seal, log }: { seal: Seal; log: Pick<FastifyBaseLogger, 'warn'> },
): Promise<void> {
  try {
    if (!(await mailInForce())) return;
    const rows = await db()
      .select({ to: usersTable.email })
      .from(usersTable)
      .where(sql`${effectiveAdmin} and ${usersTable.enabled} and ${usersTable.email} <> ''`)
      .limit(maxRecipients);
    for (const { to } of rows) if (to) await sendMail({ to, subject, text }, seal);
  } catch (error) {
    log.warn({ err: error, subject }, 'Failed to send an email to the administrators');
  }
}
