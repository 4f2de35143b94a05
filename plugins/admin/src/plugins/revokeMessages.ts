import { message } from '@lading/contract';

export const revokeMessages = {
  revoke: message('admin.plugins.revoke', 'Revoke {version}'),
  restore: message('admin.plugins.restore', 'Restore {version}'),
  revokedVersion: message('admin.plugins.revokedVersion', '{version} (revoked)'),
  revokedBecause: message('admin.plugins.revokedBecause', '{version} is revoked: {reason}'),
  title: message('admin.plugins.revokeTitle', 'Revoke {plugin} {version}?'),
  effect: message(
    'admin.plugins.revokeEffect',
    'Pages on all nodes no longer load this version, also after a rollback. It is removed from the active release set, and a canary with it ends.',
  ),
  reason: message('admin.plugins.revokeReason', 'Reason'),
  reasonHelp: message('admin.plugins.revokeReasonHelp', 'Shown to administrators.'),
  failed: message('admin.plugins.revokeFailed', 'Failed to revoke the version: {cause}'),
  done: message('admin.plugins.versionRevoked', '{plugin} {version} revoked'),
  restoreTitle: message('admin.plugins.restoreTitle', 'Restore {plugin} {version}?'),
  restoreEffect: message(
    'admin.plugins.restoreEffect',
    'Release sets can contain this version again. Install it to use it.',
  ),
  restoreFailed: message('admin.plugins.restoreFailed', 'Failed to restore the version: {cause}'),
  restored: message('admin.plugins.versionRestored', '{plugin} {version} restored'),
} as const;
