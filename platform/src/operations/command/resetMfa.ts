import { audit } from '../../access/audit/audit.ts';
import { removeSecondFactor } from '../../access/mfa/secondFactor.ts';
import { transaction } from '../../database/db.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Terminal } from '../backup/ProgressLine.ts';
import { byCommand, withUser } from './userCommand.ts';

/**
 * Runs `lading admin reset-mfa`, for an administrator who lost the device and the recovery codes.
 * Returns the exit code.
 */
export async function resetMfa(user: string, settings: Settings, terminal: Terminal): Promise<number> {
  const origin = { address: '', client: 'lading admin reset-mfa' };
  const { name, removed } = await withUser(settings, user, (found) =>
    transaction(async () => {
      const had = await removeSecondFactor(found.name);
      if (had) await audit(origin, { event: 'mfa-removed', user: found.name, detail: byCommand() });
      return { name: found.name, removed: had };
    }),
  );
  if (!removed) throw new Error(`User ${name} has no multi-factor authentication`);
  terminal.say(
    `Multi-factor authentication of ${name} reset. The password is now enough to sign in. If MFA is required, it is set up at the next sign-in.`,
  );
  return 0;
}
