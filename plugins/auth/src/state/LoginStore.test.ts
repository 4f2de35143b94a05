import type { HttpFailure } from '@lading/contract';
import { fakeShell } from '@lading/contract/testing';
import { describe, expect, it } from 'vitest';
import { answerOffers, refuse } from '../testing/answers.ts';
import { LoginStore } from './LoginStore.ts';

const ada = { user: 'ada', password: 'right', remember: true };

function store(more: Record<string, unknown> = {}) {
  const shell = fakeShell();
  answerOffers(shell, more);
  return { login: new LoginStore(shell.http), calls: shell.http.calls };
}

const user = (mfaStatus: string) => ({ name: 'ada', realm: 'internal', mfaStatus, admin: false });
const failureOf = (work: Promise<void>) =>
  work.then(
    () => undefined,
    (failure: HttpFailure) => failure.code ?? failure.status,
  );

describe('the state of a sign-in', () => {
  it.each([
    ['NONE', 'finishing', undefined],
    ['', 'finishing', undefined],
    ['ENROLL', 'enrolling', undefined],
    ['VERIFY', 'asked', 'google'],
  ])(
    'continues after a response with mfaStatus %j with the step %s [login-06]',
    async (mfaStatus, step, authenticator) => {
      const { login } = store({ 'POST /ui/auth/login': user(mfaStatus) });
      await login.signIn(ada);
      expect(login.step).toBe(step);
      expect(login.mfaAuthenticator).toBe(authenticator);
      expect(login.user).toEqual({ name: 'ada', realm: 'internal', mfaStatus });
    },
  );

  it.each(['CREDENTIALS_EXPIRED', 'PASSWORD_EXPIRED'])(
    'treats %s as an expired password [login-11]',
    async (code) => {
      const { login } = store({ 'POST /ui/auth/login': refuse(403, 'It has expired', code) });
      expect(await failureOf(login.signIn(ada))).toBe(code);
      expect([login.step, login.user?.name]).toEqual(['changing', 'ada']);
    },
  );

  it('returns to the form after a rejection', async () => {
    const { login } = store({ 'POST /ui/auth/login': refuse(401, 'Wrong') });
    expect(await failureOf(login.signIn(ada))).toBe(401);
    expect([login.step, login.user]).toEqual(['signedOut', undefined]);
  });

  it('finishes with the correct code, and keeps the recovery codes of an enrollment until they are confirmed [login-18]', async () => {
    const recoveryCodes = ['aaaaa-bbbbb'];
    const { login, calls } = store({
      'POST /ui/auth/login': user('ENROLL'),
      'POST /ui/auth/mfa/verify/ada': { ...user('NONE'), recoveryCodes },
    });
    await login.signIn(ada);
    await login.verify('123456');
    expect(calls.at(-1)?.options.body).toEqual({ otp: '123456' });
    expect([login.step, login.recoveryCodes]).toEqual(['keepingCodes', recoveryCodes]);
    login.leaveCodes();
    expect([login.step, login.recoveryCodes]).toEqual(['finishing', []]);
  });

  it('stays at its step after a wrong code, and starts over when no sign-in is waiting any longer [login-12, login-18]', async () => {
    const answers = [refuse(401, 'Wrong'), refuse(403, 'Start over')];
    const { login } = store({
      'POST /ui/auth/login': user('VERIFY'),
      'POST /ui/auth/mfa/verify/ada': () => answers.shift()?.(),
    });
    await login.signIn(ada);
    expect(await failureOf(login.verify('111111'))).toBe(401);
    expect(login.step).toBe('asked');
    expect(await failureOf(login.verify('111111'))).toBe(403);
    expect(login.step).toBe('signedOut');
  });
});

describe('the options of the sign-in page', () => {
  it('are loaded from the platform [login-03, login-05]', async () => {
    const providers = [{ name: 'Port', type: 'openid', url: '/ui/api/v1/ui/oauth/port/login' }];
    const config = { title: 'Notice', message: 'Be kind', permanent: true };
    const { login } = store({
      'POST /ui/auth/loginRelatedData': {
        forgotPassword: true,
        canRememberMe: true,
        ssoProviderLink: '/saml',
      },
      'GET /ui/oauth/providers': providers,
      'GET /ui/auth/loginDialogSettings': { config },
      'GET /access/auth/loginPageVisibility': { loginIsExternal: true },
      'GET /ui/auth/userPlugins': { isUserPluginEnabled: true },
      'GET /access/auth/register': { enabled: true },
    });
    await login.offers.load();
    expect(login.offers).toMatchObject({
      variant: 'ui',
      forgotPassword: true,
      rememberMeEnabled: true,
      ssoProviderLink: '/saml',
      oauthProviders: providers,
      loginDialogSettings: config,
      loginViewMode: 'external',
      authUserPlugin: true,
      registration: true,
    });
  });

  it('are the most restrictive when no request succeeds', async () => {
    const { login } = store({
      'POST /ui/auth/loginRelatedData': refuse(0),
      'GET /ui/oauth/providers': refuse(500),
      'GET /ui/auth/loginDialogSettings': refuse(500),
      'GET /access/auth/loginPageVisibility': refuse(500),
      'GET /ui/auth/userPlugins': refuse(500),
      'GET /access/auth/register': refuse(500),
    });
    await login.offers.load();
    expect(login.offers).toMatchObject({
      forgotPassword: false,
      rememberMeEnabled: false,
      ssoProviderLink: '',
      oauthProviders: [],
      loginDialogSettings: null,
      loginViewMode: 'internal',
      registration: false,
    });
  });

  it('and the sign-in use access when the other sign-in API is not available [login-04, login-18]', async () => {
    const { login, calls } = store({
      'POST /ui/auth/loginRelatedData': refuse(503, 'Away'),
      'GET /access/auth/loginRelatedData': {
        forgotPassword: false,
        canRememberMe: true,
        ssoProviderLink: '',
      },
      'POST /access/auth/login': user('VERIFY'),
      'POST /access/auth/mfa/verify/ada': user('NONE'),
    });
    await login.offers.loadRelated();
    await login.signIn(ada);
    await login.verify('123456');
    expect(login.step).toBe('finishing');
    expect(calls.find(({ path }) => path.endsWith('/access/auth/login'))?.options).toEqual({
      method: 'POST',
      query: { _spring_security_remember_me: true },
      body: { username: 'ada', password: 'right' },
    });
  });
});
