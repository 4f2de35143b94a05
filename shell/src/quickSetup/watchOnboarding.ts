import type { Disposer } from '@lading/contract';
import { reaction } from 'mobx';
import { QUICK_DEPLOY_FEATURE } from '../guards/landing.ts';
import { causeOf, logFailure } from '../log/log.ts';
import { NEW_ONBOARDING } from '../menu/rules.ts';
import type { Shell } from '../Shell.ts';
import { QuickSetup } from './QuickSetup.ts';

/** Leads a new user to the quick setup, where a feature has one: then it is asked at once who is new, and not after the first screen. */
export function watchOnboarding(shell: Shell): Disposer {
  const { initialData, platform, platformData, user, http, navigation, state } = shell;
  const quickSetup = new QuickSetup({ http, features: platform, navigation, state });
  const wanted = () =>
    initialData.state === 'ready' &&
    user.signedIn &&
    (platform.supported(QUICK_DEPLOY_FEATURE) || platform.supported(NEW_ONBOARDING));
  const disposers = [
    reaction(wanted, (is) => is && void platformData.ensure(), { fireImmediately: true }),
    reaction(
      () => (wanted() ? platform.answerOf('onboarding') : undefined),
      (answer) => {
        if (!answer) return;
        quickSetup.lead(answer).catch((error: unknown) => {
          logFailure(`The onboarding could not be kept: ${causeOf(error)}`);
        });
      },
      { fireImmediately: true },
    ),
  ];
  return () => {
    for (const dispose of disposers) dispose();
  };
}
