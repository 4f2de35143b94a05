import type { FastifyInstance } from 'fastify';
import { authSettings } from '../configuration/authSettings.ts';
import { newMailedKey } from '../mail/mailedKeys.ts';
import { sendMail } from '../mail/mailer.ts';

export interface NewInvitation {
  userName: string;
  email: string;
  groups: string[];
  /** Base URL of the console, for the link. */
  base: string;
  /** User who invites. Empty for self-registration. */
  by: string;
}

/** Sends an email with a link that creates the user. Throws like `sendMail`. */
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

/** Derives a valid user name from an email address. */
export function nameOfAddress(email: string): string {
  const plain = email
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9._@-]/g, '-');
  return plain.replace(/^[^a-z0-9]+/, '').slice(0, 64);
}
