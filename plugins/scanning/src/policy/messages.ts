import { message } from '@lading/contract';

export const messages = {
  title: message('scanning.policy.title', 'Policy'),
  about: message(
    'scanning.policy.about',
    'Defines allowed licenses and vulnerabilities. Violations are listed on the Violations page; nothing is blocked. All versions are re-evaluated after a change.',
  ),
  violations: message('scanning.policy.violations', 'Show violations'),
  licenses: message('scanning.policy.licenses', 'Licenses'),
  enabled: message('scanning.policy.enabled', 'Evaluate licenses'),
  allowed: message('scanning.policy.allowed', 'Allowed'),
  allowedHelp: message(
    'scanning.policy.allowedHelp',
    'SPDX identifiers such as MIT, or patterns such as BSD-*, one per line. If the list is not empty, all other licenses are violations.',
  ),
  banned: message('scanning.policy.banned', 'Banned'),
  bannedHelp: message(
    'scanning.policy.bannedHelp',
    'Same format. “MIT OR GPL-3.0-only” needs one allowed license, “AND” needs all. An identifier takes precedence over a pattern.',
  ),
  everywhere: message(
    'scanning.policy.everywhere',
    'Report missing licenses also for generic files, container images, Helm charts, and console plugins',
  ),
  unknown: message('scanning.policy.unknown', 'Report missing or unknown licenses as violations'),
  security: message('scanning.policy.security', 'Vulnerabilities'),
  least: message('scanning.policy.least', 'Minimum severity of violations'),
  never: message('scanning.policy.never', 'No violations'),
  atLeast: message('scanning.policy.atLeast', '{severity} and above'),
  saved: message('scanning.policy.saved', 'Saved. All versions are re-evaluated in the background.'),
  failed: message('scanning.policy.failed', 'Failed to load the policy'),
} as const;
