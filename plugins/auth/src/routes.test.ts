import { describe, expect, it } from 'vitest';
import { authRoutes } from './routes.ts';

const PAGES = [
  '',
  '/otp-login',
  '/mfa-enroll',
  '/forgot-password',
  '/reset-password',
  '/change-password',
  '/registration',
  '/invitation',
  '/cli-registration',
  '/sso/:ssoLoginType',
];

describe('the authentication pages', () => {
  it('are below /login and its alias /auth, with unique paths [login-01]', () => {
    const paths = authRoutes.map(({ path }) => path);
    for (const page of PAGES)
      expect(paths).toEqual(expect.arrayContaining([`/login${page}`, `/auth${page}`]));
    expect(paths).toEqual(
      expect.arrayContaining([
        '/logout',
        '/sso-login',
        '/auth-provider/:type',
        '/plugs/extension/cli',
        '/plugs/extension/cli/verify',
      ]),
    );
  });

  it('are public, also for anonymous users, and have no frame [guard-02]', () => {
    const closed = authRoutes.filter(
      ({ public: open, requires, frameless }) => !(open && frameless && requires?.role === 'anyone'),
    );
    expect(closed.map(({ path }) => path)).toEqual(['/npm-login']);
  });

  it('have non-empty titles and unique names', () => {
    expect(new Set(authRoutes.map(({ name }) => name)).size).toBe(authRoutes.length);
    expect(authRoutes.every(({ title }) => title.text !== '')).toBe(true);
  });
});
