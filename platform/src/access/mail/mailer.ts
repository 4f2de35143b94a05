import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { MailSettings } from '@lading/contract/rest';
import { currentPlatform } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { addressFault } from '../../outgoing/addresses.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { openSecret, readStored, type StoredSettings } from '../configuration/storedSettings.ts';
import { mailFault } from './mailFault.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Timeout of the email server, in milliseconds. */
const timeoutMs = 10_000;

/** Outcome of the last emails that this node sent, for the service status. */
export const lastMail = () => currentPlatform().access.lastMail;

/** Returns the current settings, or undefined if no email server is configured. */
export async function mailInForce(): Promise<
  (StoredSettings['mail'] & { sealed: Buffer | null }) | undefined
> {
  const stored = await readStored('mail');
  return stored?.value.enabled ? { ...stored.value, sealed: stored.sealed } : undefined;
}

export function mailOff(): HttpError {
  return new HttpError(409, 'MAIL_OFF', "Email wasn't sent");
}

/**
 * Sends an email with the current settings. Throws `HttpError` 409 without settings, and 502 with
 * the email server's response.
 */
export async function sendMail(mail: Mail, seal: Seal): Promise<void> {
  const settings = await mailInForce();
  if (!settings) throw mailOff();
  try {
    await sendBy(settings, openSecret(settings, 'mail', seal), mail);
    lastMail().success = Date.now();
  } catch (error) {
    if (error instanceof HttpError) throw error;
    lastMail().failure = { message: mailFault(error), time: Date.now() };
    throw new HttpError(502, 'MAIL_FAILED', mailFault(error));
  }
}

/** Throws the error of the email server or of the connection. */
export async function sendBy(settings: MailSettings, password: string, mail: Mail): Promise<string> {
  const { host, port, security, username, from, subjectPrefix } = settings;
  // Loaded on demand, like other rarely used modules, to keep the startup fast.
  const { createTransport } = await import('./transport.ts');
  const transport = createTransport({
    host: await checkedAddress(host),
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { servername: isIP(host) ? '' : host },
    ...(username === '' ? {} : { auth: { user: username, pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const send = async () => {
    const subject = [subjectPrefix, mail.subject].filter((part) => part !== '').join(' ');
    const sent = await transport.sendMail({
      from,
      to: { name: '', address: mail.to },
      subject,
      text: mail.text,
    });
    return sent.response;
  };
  try {
    return await outgoing().others.watch({ protocol: 'smtp', host, port }, send);
  } finally {
    transport.close();
  }
}

/**
 * Returns an address of the email server. All addresses are allowed except those that are always
 * blocked, see `addressFault`.
 */
async function checkedAddress(host: string): Promise<string> {
  const { address } = await lookup(host);
  const policy = { allowPrivate: true, allowLoopback: true, allowed: new BlockList() };
  const fault = addressFault(address, policy);
  if (fault) throw new Error(`${host} ${fault}; email server connections to such addresses are blocked`);
  return address;
}
