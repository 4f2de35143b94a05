import type { FeatureService, Http, Navigation } from '@lading/contract';
import type { OnboardingChange, OnboardingData } from '@lading/contract/rest';
import { QUICK_DEPLOY_FEATURE } from '../guards/landing.ts';
import { isAt, QUICK_SETUP } from './paths.ts';

const CALL = '/ui/api/v1/system/onboarding';
/** Where one lands when nothing else was asked for: who came by a link stays there. */
const LANDINGS: readonly string[] = ['/', '/home', '/packages', QUICK_SETUP];

export interface QuickSetupParts {
  readonly http: Http;
  readonly features: FeatureService;
  readonly navigation: Pick<Navigation, 'place' | 'go'>;
}

/** Opens the quick setup for users who ask for it and for those who have to see it. */
export class QuickSetup {
  readonly #parts: QuickSetupParts;

  constructor(parts: QuickSetupParts) {
    this.#parts = parts;
  }

  /**
   * Where quick deploy has a page of its own, that is where it leads. `resetTracking`: as for somebody who comes for the first
   * time. Throws `HttpFailure` when the platform does not take that; it is open all the same.
   */
  async open({ resetTracking = false } = {}): Promise<void> {
    const { features, navigation } = this.#parts;
    const isThere = isAt(QUICK_SETUP, navigation.place.pathname);
    if (features.supported(QUICK_DEPLOY_FEATURE) && !isThere) await navigation.go(QUICK_SETUP);
    if (resetTracking) await this.#change({ completed: false, quickActionVisible: true });
  }

  /**
   * After a sign-in: who comes for the first time where quick deploy is on, and the administrator whom the new onboarding still
   * has to ask. Throws `HttpFailure`.
   */
  async lead({ needed, firstTime }: Pick<OnboardingData, 'needed' | 'firstTime'>): Promise<void> {
    const { features, navigation } = this.#parts;
    const quickDeploy = features.supported(QUICK_DEPLOY_FEATURE);
    if ((needed || (firstTime && quickDeploy)) && LANDINGS.includes(navigation.place.pathname)) {
      if (quickDeploy) await this.open();
      else if (navigation.place.pathname !== QUICK_SETUP) await navigation.go(QUICK_SETUP, { replace: true });
    }
    // A change of nothing: from now on the user has been here.
    if (firstTime) await this.#change({});
  }

  #change(body: OnboardingChange): Promise<OnboardingData> {
    return this.#parts.http.json<OnboardingData>(CALL, { method: 'PUT', body });
  }
}
