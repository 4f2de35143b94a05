import { message } from '@lading/contract';

/** Why an item is not there, for an administrator who asks. */
export const because = {
  hidden: message('shell.rule.hidden', 'It is hidden for everyone.'),
  role: message('shell.rule.role', 'It is for {who}.'),
  noLicence: message('shell.rule.noLicence', 'It needs a license, and the platform has no valid one.'),
  licence: message('shell.rule.licence', 'It needs the license {licences}; the platform has {licence}.'),
  none: message('shell.rule.none', 'none'),
  cloudOnly: message('shell.rule.cloudOnly', 'It is available in the cloud only.'),
  notInCloud: message('shell.rule.notInCloud', 'It is not available in the cloud.'),
  feature: message('shell.rule.feature', 'It needs the feature {features}.'),
  hidingFeature: message('shell.rule.hidingFeature', 'The feature {features} hides it.'),
  service: message('shell.rule.service', 'It needs the service {services}.'),
  entitlement: message('shell.rule.entitlement', 'It needs a license that includes {entitlements}.'),
  scanning: message('shell.rule.scanning', 'It needs the scanning permission {permissions}.'),
  oneProject: message('shell.rule.oneProject', 'It needs one project to be selected.'),
  allProjects: message('shell.rule.allProjects', 'It is there while all projects are shown.'),
  onboarding: message(
    'shell.rule.onboarding',
    'It needs the feature {feature}, and its quick action to be visible.',
  ),
  subscription: message('shell.rule.subscription', 'No address is known where the subscription is managed.'),
  profilePassword: message(
    'shell.rule.profilePassword',
    'The profile needs no password, or the user may not change it.',
  ),
  packageTypes: message(
    'shell.rule.packageTypes',
    'No available package type has repositories of the class {repositoryClass}.',
  ),
  interface: message(
    'shell.rule.interface',
    '{which, select, classic {The classic interface is shown already.} other {The new interface is shown already.}}',
  ),
  screen: message('shell.rule.screen', 'No plug-in has a page at {path}.'),
  disabled: message('shell.rule.disabled', 'It is disabled.'),
} as const;

export const who = {
  anyone: message('shell.rule.who.anyone', 'everyone'),
  user: message('shell.rule.who.user', 'users who are signed in'),
  projectAdmin: message('shell.rule.who.projectAdmin', 'administrators of a project'),
  admin: message('shell.rule.who.admin', 'administrators'),
} as const;
