import type { FastifyInstance } from 'fastify';
import { authSettings } from '../configuration/authSettings.ts';
import { newMailedKey } from '../mail/mailedKeys.ts';
import { sendMail } from '../mail/mailer.ts';

export interface NewInvitation {
  userName: string;
  email: string;
  groups: string[];
  /** Of the console, for the link. */
  base: string;
  /** Who invites; empty: nobody, the person asked for it. */
  by: string;
}

/** Mails a link that makes the user; throws what `sendMail` does. */
export async function mailInvitation(app: FastifyInstance, invitation: NewInvitation): Promise<void> {
  const { userName, email, groups, base, by } = invitation;
  const { invitationHours } = authSettings();
  const key = await newMailedKey('invitation', { userName, email, data: { groups } }, invitationHours * 3600);
  const why =
    by === ''
      ? `A registration at ${base} was requested for this email address.`
      : `${by} invites you to ${base} as user ${userName}.`;
  const text = [
    why,
    `Open this URL within ${invitationHours} hours and set a password:`,
    `${base}/ui/login/invitation?token=${key}`,
    "The link works only once. If you don't expect this email, ignore it.",
  ].join('\n\n');
  const subject = by === '' ? 'Complete your registration' : 'You are invited';
  await sendMail({ to: email, subject, text }, app.seal);
}

/** What can be a user's name of a mail address. */
export function nameOfAddress(email: string): string {
  const plain = email
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9._@-]/g, '-');
  return plain.replace(/^[^a-z0-9]+/, '').slice(0, 64);
}
