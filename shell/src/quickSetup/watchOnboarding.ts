import type { Disposer } from '@lading/contract';
import { reaction } from 'mobx';
import { QUICK_DEPLOY_FEATURE } from '../guards/landing.ts';
import { causeOf, logFailure } from '../log/log.ts';
import { NEW_ONBOARDING } from '../menu/rules.ts';
import type { Shell } from '../Shell.ts';
import type { QuickSetup } from './QuickSetup.ts';

/**
 * Tracks the quick setup: it is open while its page is shown, and `?resetTracking=true` restarts
 * it. Redirects new users there if a feature requires it; the onboarding data is then requested
 * immediately instead of after the first screen.
 */
export function watchOnboarding(shell: Shell): Disposer {
  const { initialData, platform, platformData, user, http, navigation, state } = shell;
  let setup: Promise<QuickSetup> | undefined;
  /** Few pages need it. */
  const quickSetup = (run: (setup: QuickSetup) => Promise<void>) => {
    setup ??= import('./QuickSetup.ts').then(
      ({ QuickSetup }) => new QuickSetup({ http, features: platform, navigation }),
    );
    const loading = setup;
    loading.then(run).catch((error: unknown) => {
      logFailure(`The onboarding could not be kept: ${causeOf(error)}`);
    });
    // The next use loads it again.
    loading.catch(() => {
      if (setup === loading) setup = undefined;
    });
  };
  const wanted = () =>
    initialData.state === 'ready' &&
    user.signedIn &&
    (platform.supported(QUICK_DEPLOY_FEATURE) || platform.supported(NEW_ONBOARDING));
  /** Returns how the page was opened, or undefined on other pages. */
  const opened = () => {
    if (!state.quickSetupVisible) return undefined;
    const search = new URLSearchParams(navigation.place.search);
    return search.get('resetTracking') === 'true' ? 'anew' : 'as it is';
  };
  const disposers = [
    reaction(
      () => (user.signedIn ? opened() : undefined),
      (how) => {
        if (how) quickSetup((setup) => setup.open({ resetTracking: how === 'anew' }));
      },
      { fireImmediately: true },
    ),
    reaction(wanted, (is) => is && void platformData.ensure(), { fireImmediately: true }),
    reaction(
      () => (wanted() ? platform.answerOf('onboarding') : undefined),
      (answer) => {
        if (answer?.needed || answer?.firstTime) quickSetup((setup) => setup.lead(answer));
      },
      { fireImmediately: true },
    ),
  ];
  return () => {
    for (const dispose of disposers) dispose();
  };
}
