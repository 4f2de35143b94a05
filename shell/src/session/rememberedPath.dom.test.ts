import { afterEach, describe, expect, it, vi } from 'vitest';
import { targetOf } from '../navigation/place.ts';
import { REMEMBERED_MS, rememberPath, takeRememberedPath } from './rememberedPath.ts';

const remember = (path: string) => rememberPath(targetOf(path, { pathname: '/', search: '' }));

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

describe('the remembered path', () => {
  it('is stored for this tab and returned once [login-15]', () => {
    remember('/packages?name=a*#x');
    expect(takeRememberedPath(false)).toBe('/packages?name=a*#x');
    expect(takeRememberedPath(false)).toBeUndefined();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('has the record pathAfterLogin and expiration [login-21]', () => {
    vi.useFakeTimers({ now: 1_000 });
    remember('/packages');
    expect(JSON.parse(sessionStorage.getItem('lading.sessionRedirect') ?? '')).toEqual({
      pathAfterLogin: '/packages',
      expiration: 1_000 + 8 * 60 * 60 * 1000,
    });
  });

  it('expires after 8 hours [login-15]', () => {
    vi.useFakeTimers();
    remember('/packages');
    vi.advanceTimersByTime(REMEMBERED_MS - 1);
    expect(takeRememberedPath(false)).toBe('/packages');
    remember('/packages');
    vi.advanceTimersByTime(REMEMBERED_MS);
    expect(takeRememberedPath(false)).toBeUndefined();
  });

  it('is ignored if only administrators have access [login-15]', () => {
    remember('/admin/management/users');
    expect(takeRememberedPath(false)).toBeUndefined();
    remember('/admin/management/users');
    expect(takeRememberedPath(true)).toBe('/admin/management/users');
  });

  it.each(['/login', '/login?logout=true', '/auth/reset-password', '/logout', '/sso-login', '/404', '/500'])(
    'is ignored for sign-in and error pages: %s [login-15]',
    (path) => {
      remember(path);
      expect(takeRememberedPath(true)).toBeUndefined();
    },
  );

  it.each(['null', '7', '{}', 'not JSON', '{"pathAfterLogin":"//evil.example","expiration":99999999999999}'])(
    'is ignored if the stored value is invalid: %s',
    (text) => {
      sessionStorage.setItem('lading.sessionRedirect', text);
      expect(takeRememberedPath(true)).toBeUndefined();
    },
  );
});
