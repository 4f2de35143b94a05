import { defineAuditJobs } from './access/audit/auditJobs.ts';
import { dropOldClientLogins } from './access/cliLogin/clientLogins.ts';
import { dropOldPlaces } from './access/knownPlaces.ts';
import { dropOldMailedKeys } from './access/mail/mailedKeys.ts';
import { dropOldPending } from './access/mfa/pendingSignIns.ts';
import { dropOldUses } from './access/rateLimits.ts';
import { dropOldSaml } from './access/saml/samlCache.ts';
import { dropOldSessions } from './access/sessions.ts';
import { dropOldAttempts } from './access/signInLimits.ts';
import { dropOldSsoAttempts } from './access/sso/attempts.ts';
import { dropOldTokens } from './access/tokens/tokens.ts';
import { dropOldCodes } from './integrations/applications/grants.ts';
import { dropOldIdTokenKeys } from './integrations/applications/idTokenKeys.ts';
import { deleteOldChanges, storedDays } from './operations/status/history/changes.ts';
import type { Platform } from './platform/Platform.ts';
import { dropOldScans } from './scanning/housekeeping.ts';
import { forgetArchives } from './search/archives/indexArchives.ts';
import { sweepBlobs } from './storage/collectBlobs.ts';

const [markPeriod, hour, day] = [600, 3600, 86_400];

/** Defines the jobs that delete expired data, and the one that protects blobs from other copies. */
export function defineCleanupJobs(platform: Platform): void {
  const clean = (name: string, every: number, description: string, run: () => Promise<unknown>) =>
    platform.jobs.define({ name, description, every, cluster: 'one', sequential: true, run });
  clean('delete-archive-contents', hour, 'Deletes the indexed contents of deleted archives', forgetArchives);
  clean('delete-sessions', hour, 'Deletes expired sessions', dropOldSessions);
  clean('delete-tokens', hour, 'Deletes expired tokens', dropOldTokens);
  clean('delete-sign-in-attempts', hour, 'Deletes old failed sign-in attempts', dropOldAttempts);
  clean('delete-pending-sign-ins', hour, 'Deletes unfinished multi-factor sign-ins', dropOldPending);
  clean('delete-cli-sign-ins', hour, 'Deletes unfinished CLI sign-ins', dropOldClientLogins);
  clean('delete-sso-attempts', hour, 'Deletes unfinished single sign-on attempts', dropOldSsoAttempts);
  clean('delete-saml-requests', hour, 'Deletes expired SAML requests', dropOldSaml);
  clean('delete-authorization-codes', hour, 'Deletes expired authorization codes', dropOldCodes);
  clean('delete-id-token-keys', day, 'Deletes old signing keys of ID tokens', dropOldIdTokenKeys);
  clean('delete-known-addresses', day, 'Deletes sign-in addresses that are no longer used', dropOldPlaces);
  clean('delete-rate-limits', hour, 'Deletes expired rate limit counters', dropOldUses);
  clean('delete-email-keys', hour, 'Deletes expired invitations and password resets', dropOldMailedKeys);
  clean('delete-scan-results', day, 'Deletes scan results of deleted versions', () =>
    dropOldScans(platform.settings),
  );
  platform.jobs.define({
    name: 'delete-status-history',
    description: `Deletes the history of the service status that is older than ${storedDays} days`,
    deletes: true,
    every: day,
    cluster: 'one',
    sequential: true,
    run: deleteOldChanges,
  });
  defineAuditJobs(platform);
  platform.jobs.define({
    name: 'mark-blob-store',
    description: 'Marks the blob store, to detect another copy of this installation that uses it',
    every: markPeriod,
    // Each node shows the conflict in its status.
    cluster: 'each',
    sequential: true,
    run: () => platform.storage.marks.renew(),
  });
  // Runs on every node, because nodes without shared storage have their own directory.
  platform.jobs.define({
    name: 'delete-incomplete-blobs',
    description: 'Deletes blobs without a database entry, such as those left by a crash',
    deletes: true,
    every: day,
    cluster: 'each',
    sequential: true,
    run: () => sweepBlobs(),
  });
}
