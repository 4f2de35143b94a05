import type { ShellApi } from '@lading/contract';
import { changeOnboarding, fetchOnboarding } from './onboardingApi.ts';
import { QUICK_DEPLOY, QUICK_SETUP, QuickSetup } from './QuickSetup.ts';

/** Where one lands when nothing else was asked for: who came by a link stays there. */
const LANDINGS: readonly string[] = ['/', '/home', '/packages', QUICK_SETUP];

/**
 * After a sign-in: who comes for the first time where quick deploy is on, and the administrator whom the new onboarding still has
 * to ask, is led to the quick setup. Throws `HttpFailure`.
 */
export async function leadToQuickSetup(
  shell: Pick<ShellApi, 'user' | 'features' | 'http' | 'navigation'>,
): Promise<void> {
  const { user, features, http, navigation } = shell;
  if (!user.signedIn) return;
  const { needed, firstTime } = await fetchOnboarding(http);
  // A change of nothing: from now on the user has been here.
  if (firstTime) await changeOnboarding(http, {});
  const wanted = needed || (firstTime && features.supported(QUICK_DEPLOY));
  if (!wanted || !LANDINGS.includes(navigation.place.pathname)) return;
  if (features.supported(QUICK_DEPLOY)) await new QuickSetup(shell).open();
  else if (navigation.place.pathname !== QUICK_SETUP) await navigation.go(QUICK_SETUP, { replace: true });
}
