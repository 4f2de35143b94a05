import { message } from '@lading/contract';

/** Reasons why an item is not shown, for administrators. */
export const because = {
  hidden: message('shell.rule.hidden', 'It is hidden for everyone.'),
  role: message('shell.rule.role', 'It is available to {who} only.'),
  noLicense: message('shell.rule.noLicense', 'It requires a license, and the platform has no valid one.'),
  license: message('shell.rule.license', 'It requires the license {licenses}; the platform has {license}.'),
  none: message('shell.rule.none', 'none'),
  cloudOnly: message('shell.rule.cloudOnly', 'It is available in the cloud only.'),
  notInCloud: message('shell.rule.notInCloud', 'It is not available in the cloud.'),
  feature: message('shell.rule.feature', 'It requires the feature {features}.'),
  hidingFeature: message('shell.rule.hidingFeature', 'The feature {features} hides it.'),
  service: message('shell.rule.service', 'It requires the service {services}.'),
  entitlement: message('shell.rule.entitlement', 'It requires a license that includes {entitlements}.'),
  scanning: message('shell.rule.scanning', 'It requires the scanning permission {permissions}.'),
  oneProject: message('shell.rule.oneProject', 'It requires a selected project.'),
  allProjects: message('shell.rule.allProjects', 'It is available when all projects are selected.'),
  onboarding: message(
    'shell.rule.onboarding',
    'It requires the feature {feature} and a visible quick action.',
  ),
  subscription: message('shell.rule.subscription', 'The URL for managing the subscription is not set.'),
  profilePassword: message(
    'shell.rule.profilePassword',
    'The profile needs no password, or the user cannot change it.',
  ),
  packageTypes: message(
    'shell.rule.packageTypes',
    'No available package type has repositories of the class {repositoryClass}.',
  ),
  interface: message(
    'shell.rule.interface',
    '{which, select, classic {The classic interface is already active.} other {The new interface is already active.}}',
  ),
  screen: message('shell.rule.screen', 'No plugin has a page at {path}.'),
  disabled: message('shell.rule.disabled', 'It is disabled.'),
} as const;

export const who = {
  anyone: message('shell.rule.who.anyone', 'everyone'),
  user: message('shell.rule.who.user', 'signed-in users'),
  projectAdmin: message('shell.rule.who.projectAdmin', 'project administrators'),
  admin: message('shell.rule.who.admin', 'administrators'),
} as const;
