import { message } from '@lading/contract';

export const messages = {
  title: message('scanning.policy.title', 'Policy'),
  about: message(
    'scanning.policy.about',
    'What may be used. Whatever breaks it is listed under Violations; nothing is blocked. All versions are judged anew when it changes.',
  ),
  violations: message('scanning.policy.violations', 'See the violations'),
  licences: message('scanning.policy.licences', 'Licences'),
  enabled: message('scanning.policy.enabled', 'Judge licences'),
  allowed: message('scanning.policy.allowed', 'Allowed'),
  allowedHelp: message(
    'scanning.policy.allowedHelp',
    'SPDX identifiers such as MIT, or patterns such as BSD-*, one on each line. When there are any, all others are violations.',
  ),
  banned: message('scanning.policy.banned', 'Banned'),
  bannedHelp: message(
    'scanning.policy.bannedHelp',
    'The same. Of “MIT OR GPL-3.0-only” one that may be used is enough; of “AND” both must be. An identifier counts more than a pattern.',
  ),
  everywhere: message(
    'scanning.policy.everywhere',
    'Report missing licenses also for generic files, container images, Helm charts, and console plugins',
  ),
  unknown: message('scanning.policy.unknown', 'A licence that is missing or not known is a violation'),
  security: message('scanning.policy.security', 'Vulnerabilities'),
  least: message('scanning.policy.least', 'Violations from this severity on'),
  never: message('scanning.policy.never', 'None is a violation'),
  atLeast: message('scanning.policy.atLeast', '{severity} and above'),
  save: message('scanning.policy.save', 'Save'),
  saved: message('scanning.policy.saved', 'Saved. The versions are judged anew in the background.'),
  unsaved: message('scanning.policy.unsaved', 'Changes on this page are not saved.'),
  failed: message('scanning.policy.failed', 'The policy could not be fetched'),
  notSaved: message('scanning.policy.notSaved', 'The policy could not be saved'),
} as const;
