import type { Role } from '@lading/contract';
import { LIGHTWEIGHT } from '../system/systemPages.ts';
import type { Facts } from './requirements.ts';

export const LOGIN = '/login';
/** The sign-in page that leads nobody away from it by itself. */
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

/** Where one lands after a sign-in, or when one may not see a page. A lightweight instance goes first. */
function wishedLanding({ role, supported }: Pick<Facts, 'role' | 'supported'>): string {
  if (supported(LIGHTWEIGHT_FEATURE)) return lightweight[role];
  return (supported(QUICK_DEPLOY_FEATURE) ? quickDeploy : plain)[role];
}

/** The wished landing where that can be reached, else the packages; else visitors sign in, and users are told that nothing is there. */
export function landingOf(
  facts: Pick<Facts, 'role' | 'supported'>,
  reachable: (path: string) => boolean,
): string {
  return [wishedLanding(facts), PACKAGES].find(reachable) ?? (facts.role === 'anyone' ? LOGIN : NOT_FOUND);
}

/** Where `/` and `/home` lead. */
export function homeOf(
  facts: Pick<Facts, 'role' | 'supported'>,
  reachable: (path: string) => boolean,
): string {
  if (facts.supported(LIGHTWEIGHT_FEATURE) && reachable(LIGHTWEIGHT)) return LIGHTWEIGHT;
  return landingOf(facts, reachable);
}
