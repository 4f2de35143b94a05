import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.sso.heading', 'Single sign-on'),
  goOnWith: message('auth.sso.goOnWith', 'Sign in with {provider}'),
  saml: message('auth.sso.saml', 'Sign in with SAML'),
  or: message('auth.sso.or', 'or'),
  taking: message('auth.sso.taking', 'On the way to the provider…'),
  finishing: message('auth.sso.finishing', 'Signing you in…'),
  notSignedIn: message('auth.sso.notSignedIn', 'The provider has not signed you in.'),
  closePopup: message('auth.sso.closePopup', 'You are signed in. Close this window to go on.'),
  noSuch: message('auth.sso.noSuch', 'There is no such way to sign in here, or it is off.'),
  failed: message('auth.sso.failed', 'The sign-in did not work'),
  SSO_REFUSED: message('auth.sso.refused', '{provider} did not let you in, or you said no.'),
  SSO_EXPIRED: message(
    'auth.sso.expired',
    'The sign-in with {provider} took too long, or was begun elsewhere. Try again.',
  ),
  SSO_UNREACHABLE: message(
    'auth.sso.unreachable',
    '{provider} does not answer. Try again later, or sign in another way.',
  ),
  SSO_INVALID: message('auth.sso.invalid', 'What {provider} answered does not hold. Tell an administrator.'),
  SSO_NO_USER: message(
    'auth.sso.noUser',
    '{provider} knows you, but there is no user for you here. Ask an administrator.',
  ),
  SSO_DISABLED: message('auth.sso.disabled', 'Your user may not sign in here. Ask an administrator.'),
  SSO_OTHER_REALM: message(
    'auth.sso.otherRealm',
    'There is a user of your name who signs in another way. Sign in that way, or ask an administrator.',
  ),
  SSO_OFF: message('auth.sso.off', 'There is no provider {provider} here, or it is off.'),
  theProvider: message('auth.sso.theProvider', 'The provider'),
} as const;
