import type { Role } from '@lading/contract';
import { LIGHTWEIGHT } from '../system/systemPages.ts';
import type { Facts } from './requirements.ts';

export const LOGIN = '/login';
/** Sign-in page that does not redirect automatically. */
export const SIGNED_OUT = `${LOGIN}?logout=true`;
export const NOT_FOUND = '/404';
const PACKAGES = '/packages';
export const ADMIN = '/admin';
export const LIGHTWEIGHT_FEATURE = 'COMMON.LIGHTWEIGHT_INSTANCE';
export const QUICK_DEPLOY_FEATURE = 'COMMON.QUICK_DEPLOY_LANDING';

type Landings = Readonly<Record<Role, string>>;

const plain: Landings = { anyone: PACKAGES, user: PACKAGES, projectAdmin: PACKAGES, admin: PACKAGES };
const quickDeploy: Landings = { ...plain, admin: '/quick-setup' };
const lightweight: Landings = {
  anyone: LOGIN,
  user: '/user_profile',
  projectAdmin: ADMIN,
  admin: LIGHTWEIGHT,
};

/** Facts that landing pages depend on. */
type LandingFacts = Pick<Facts, 'role' | 'supported' | 'startPage'>;

/**
 * Returns the preferred landing page after a sign-in or a denied page. A lightweight instance takes
 * precedence over the user's choice.
 */
function wishedLanding({ role, supported, startPage }: LandingFacts): string {
  if (supported(LIGHTWEIGHT_FEATURE)) return lightweight[role];
  return startPage ?? (supported(QUICK_DEPLOY_FEATURE) ? quickDeploy : plain)[role];
}

/**
 * Returns the preferred landing page if it is reachable, otherwise the packages. As a last resort,
 * anonymous users get the sign-in page and other users a not-found page.
 */
export function landingOf(facts: LandingFacts, reachable: (path: string) => boolean): string {
  return [wishedLanding(facts), PACKAGES].find(reachable) ?? (facts.role === 'anyone' ? LOGIN : NOT_FOUND);
}

/** Returns the redirect target of `/` and `/home`. */
export function homeOf(facts: LandingFacts, reachable: (path: string) => boolean): string {
  if (facts.supported(LIGHTWEIGHT_FEATURE) && reachable(LIGHTWEIGHT)) return LIGHTWEIGHT;
  return landingOf(facts, reachable);
}
