import { message } from '@lading/contract';

export const messages = {
  title: message('bundles.conditions.title', 'Promotion conditions'),
  about: message(
    'bundles.conditions.about',
    'Requirements for promoting a version of a release bundle to an environment. They apply to clients, to the console, and to rollbacks.',
  ),
  failed: message('bundles.conditions.failed', 'Failed to load the promotion conditions'),
  none: message('bundles.conditions.none', 'No environments'),
  noneMore: message(
    'bundles.conditions.noneMore',
    'Create environments with the API: POST /access/api/v1/environments.',
  ),
  severity: message('bundles.conditions.severity', 'Prevent promotion from severity'),
  severityHelp: message(
    'bundles.conditions.severityHelp',
    'Vulnerabilities and license violations of this severity or a higher one.',
  ),
  never: message('bundles.conditions.never', 'None'),
  critical: message('bundles.conditions.critical', 'Critical'),
  high: message('bundles.conditions.high', 'High'),
  medium: message('bundles.conditions.medium', 'Medium'),
  low: message('bundles.conditions.low', 'Low'),
  allowUnscanned: message(
    'bundles.conditions.allowUnscanned',
    'Allow package versions with unknown vulnerabilities',
  ),
  approvers: message('bundles.conditions.approvers', 'Approval by members of'),
  approversHelp: message(
    'bundles.conditions.approversHelp',
    'Without groups, no approval is required. The creator of a version cannot approve it.',
  ),
  approvals: message('bundles.conditions.approvals', 'Approvals required'),
  save: message('bundles.conditions.save', 'Save'),
  saved: message('bundles.conditions.saved', 'Promotion conditions of {environment} saved'),
  saveFailed: message('bundles.conditions.saveFailed', 'Failed to save: {cause}'),
  noFindings: message(
    'bundles.conditions.noFindings',
    'No vulnerabilities or license violations of severity {severity} or higher',
  ),
  findings: message(
    'bundles.conditions.findings',
    '{count, plural, one {# package version has} other {# package versions have}} vulnerabilities or license violations of severity {severity} or higher',
  ),
  unscanned: message(
    'bundles.conditions.unscanned',
    '{count, plural, one {# package version has} other {# package versions have}} unknown vulnerabilities',
  ),
  versions: message('bundles.conditions.versions', 'Package versions'),
  approved: message('bundles.conditions.approved', 'Approved by {users}'),
  pending: message(
    'bundles.conditions.pending',
    '{approved} of {approvals} approvals by members of {groups}',
  ),
  rejected: message('bundles.conditions.rejected', 'Rejected by {users}'),
  userApproved: message('bundles.conditions.userApproved', '{user} approved'),
  userRejected: message('bundles.conditions.userRejected', '{user} rejected'),
  comment: message('bundles.conditions.comment', 'Comment'),
  approve: message('bundles.conditions.approve', 'Approve for {environment}'),
  reject: message('bundles.conditions.reject', 'Reject for {environment}'),
  decideFailed: message('bundles.conditions.decideFailed', 'Failed to store the decision: {cause}'),
} as const;
