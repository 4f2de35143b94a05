import type { Step } from '../state/steps.ts';

/**
 * Returns the path of the sign-in page. `out`: the page does not redirect automatically; `again`:
 * it explains why a signed-in user must sign in again.
 */
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

/**
 * Returns the page of a sign-in step for a user, or `undefined` when the step has no page of its
 * own.
 */
export function pageOf(step: Step, username: string, redirectTo: string | null): string | undefined {
  const page = PAGES[step];
  if (page === undefined) return undefined;
  const query = new URLSearchParams({ username });
  if (redirectTo) query.set('redirectTo', redirectTo);
  return withQuery(page, query);
}

/**
 * Returns the platform URL that starts sign-in with a provider and then redirects to `redirectTo`.
 * `confirm`: the provider prompts even users who still have a session there.
 */
export function providerAddress(url: string, redirectTo: string, confirm = false): string {
  return withQuery(url, new URLSearchParams({ redirectTo, ...(confirm ? { confirm: 'true' } : {}) }));
}

function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
}
