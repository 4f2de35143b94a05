import type { Step } from '../state/steps.ts';

/** The page of the sign-in. `out`: it leads nobody away by itself; `again`: it says why somebody who is signed in is to sign in. */
export function signInPath(
  options: { out?: boolean; again?: boolean; username?: string; redirectTo?: string | null } = {},
) {
  const query = new URLSearchParams();
  if (options.out) query.set('logout', 'true');
  if (options.again) query.set('again', 'true');
  if (options.username) query.set('username', options.username);
  if (options.redirectTo) query.set('redirectTo', options.redirectTo);
  return withQuery('/login', query);
}

const PAGES: Readonly<Partial<Record<Step, string>>> = {
  asked: '/login/otp-login',
  enrolling: '/login/mfa-enroll',
  changing: '/login/change-password',
};

/** The page on which a step is taken, for a user; none: it needs no page of its own. */
export function pageOf(step: Step, username: string, redirectTo: string | null): string | undefined {
  const page = PAGES[step];
  if (page === undefined) return undefined;
  const query = new URLSearchParams({ username });
  if (redirectTo) query.set('redirectTo', redirectTo);
  return withQuery(page, query);
}

/** An address of the platform at which a provider's way begins, and where it comes back to. `confirm`: it asks also whom it knows still. */
export function providerAddress(url: string, redirectTo: string, confirm = false): string {
  return withQuery(url, new URLSearchParams({ redirectTo, ...(confirm ? { confirm: 'true' } : {}) }));
}

function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
}
