import { message } from '@lading/contract';

export const messages = {
  heading: message('auth.sso.heading', 'Single sign-on'),
  goOnWith: message('auth.sso.goOnWith', 'Sign in with {provider}'),
  saml: message('auth.sso.saml', 'Sign in with SAML'),
  or: message('auth.sso.or', 'or'),
  taking: message('auth.sso.taking', 'Redirecting to the provider…'),
  finishing: message('auth.sso.finishing', 'Signing you in…'),
  notSignedIn: message('auth.sso.notSignedIn', 'The provider did not sign you in.'),
  closePopup: message('auth.sso.closePopup', 'You are signed in. Close this window to continue.'),
  noSuch: message('auth.sso.noSuch', 'This sign-in method does not exist or is turned off.'),
  failed: message('auth.sso.failed', 'Sign-in failed'),
  SSO_REFUSED: message('auth.sso.refused', '{provider} rejected the sign-in, or you canceled it.'),
  SSO_EXPIRED: message(
    'auth.sso.expired',
    'The sign-in with {provider} expired or was started in another browser. Try again.',
  ),
  SSO_UNREACHABLE: message(
    'auth.sso.unreachable',
    '{provider} is not responding. Try again later, or use another sign-in method.',
  ),
  SSO_INVALID: message(
    'auth.sso.invalid',
    '{provider} returned an invalid response. Contact an administrator.',
  ),
  SSO_NO_USER: message(
    'auth.sso.noUser',
    '{provider} signed you in, but you have no user here. Ask an administrator to create one.',
  ),
  SSO_DISABLED: message('auth.sso.disabled', 'Your user is disabled. Contact an administrator.'),
  SSO_OTHER_REALM: message(
    'auth.sso.otherRealm',
    'A user with your name uses another sign-in method. Use that method, or contact an administrator.',
  ),
  SSO_OFF: message('auth.sso.off', 'The provider {provider} does not exist or is turned off.'),
  theProvider: message('auth.sso.theProvider', 'The provider'),
} as const;
