import { message } from '@lading/contract';

export const messages = {
  about: message('profile.applications.about', 'Applications that you allowed to act for you.'),
  what: message('profile.applications.what', 'applications'),
  counted: message(
    'profile.applications.counted',
    '{count, plural, one {# application} other {# applications}}',
  ),
  name: message('profile.applications.name', 'Application'),
  scope: message('profile.applications.scope', 'Scope'),
  granted: message('profile.applications.granted', 'Allowed'),
  lastUsed: message('profile.applications.lastUsed', 'Last used'),
  revoke: message('profile.applications.revoke', 'Revoke'),
  revokeNamed: message('profile.applications.revokeNamed', 'Revoke access of {name}'),
  revokeAsk: message('profile.applications.revokeAsk', 'Revoke access of {name}?'),
  revokeText: message(
    'profile.applications.revokeText',
    'Its tokens stop working immediately. To use it again, allow it again.',
  ),
  revoked: message('profile.applications.revoked', 'Access of {name} revoked'),
  failed: message('profile.applications.failed', 'Failed to revoke access: {cause}'),
  none: message('profile.applications.none', 'You have not allowed any applications'),
  noneMore: message(
    'profile.applications.noneMore',
    'An application that asks for access opens this console, and you decide.',
  ),
} as const;
