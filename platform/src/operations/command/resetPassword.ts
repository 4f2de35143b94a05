import { audit } from '../../access/audit/audit.ts';
import { revokeCredentialsOf, revokedText } from '../../access/revokeCredentials.ts';
import { newPassword } from '../../access/secrets.ts';
import { changeUser } from '../../access/users.ts';
import { transaction } from '../../database/db.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Terminal } from '../backup/ProgressLine.ts';
import { byCommand, withUser } from './userCommand.ts';

interface Reset {
  user: string;
  /** Generated if absent. */
  typed?: string;
  settings: Settings;
  terminal: Terminal;
}

/**
 * Runs `lading admin reset-password`. Throws `HttpError` for a password that violates the rules.
 * Returns the exit code.
 */
export async function resetPassword({ user, typed, settings, terminal }: Reset): Promise<number> {
  const password = typed ?? newPassword();
  const done = await withUser(settings, user, async (found) => {
    await replace(found.name, password);
    return found;
  });
  const { name, enabled, mfaSince } = done;
  terminal.say(`Password of ${name} replaced${typed === undefined ? `: ${password}` : ''}`);
  terminal.say('It must be changed at the next sign-in. Sessions ended, access tokens and API key revoked.');
  if (mfaSince !== null)
    terminal.say(
      `User ${name} has multi-factor authentication. If the device and the recovery codes are lost, run lading admin reset-mfa ${name}.`,
    );
  if (!enabled)
    terminal.complain(`User ${name} is disabled and cannot sign in. Another administrator can enable it.`);
  return 0;
}

async function replace(name: string, password: string): Promise<void> {
  const origin = { address: '', client: 'lading admin reset-password' };
  await transaction(async () => {
    await changeUser(name, { password, passwordExpired: true });
    await audit(origin, { event: 'user-changed', user: name, detail: `password, ${byCommand()}` });
    const revoked = revokedText(await revokeCredentialsOf(name));
    if (revoked !== undefined) await audit(origin, { event: 'token-revoked', user: name, detail: revoked });
  });
}
