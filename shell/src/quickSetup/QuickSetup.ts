import type { FeatureService, Http, Navigation } from '@lading/contract';
import type { OnboardingChange, OnboardingData } from '@lading/contract/rest';
import { QUICK_DEPLOY_FEATURE } from '../guards/landing.ts';
import { isAt, QUICK_SETUP } from './paths.ts';

const CALL = '/ui/api/v1/system/onboarding';
/** Landing pages. Users who followed a link to another page stay there. */
const LANDINGS: readonly string[] = ['/', '/home', '/packages', QUICK_SETUP];

export interface QuickSetupParts {
  readonly http: Http;
  readonly features: FeatureService;
  readonly navigation: Pick<Navigation, 'place' | 'go'>;
}

/** Opens the quick setup on request and for users who must see it. */
export class QuickSetup {
  readonly #parts: QuickSetupParts;

  constructor(parts: QuickSetupParts) {
    this.#parts = parts;
  }

  /**
   * Opens the quick setup page if quick deploy is on. `resetTracking`: resets the onboarding as for
   * a new user. Throws `HttpFailure` if the reset fails; the page is open anyway.
   */
  async open({ resetTracking = false } = {}): Promise<void> {
    const { features, navigation } = this.#parts;
    const isThere = isAt(QUICK_SETUP, navigation.place.pathname);
    if (features.supported(QUICK_DEPLOY_FEATURE) && !isThere) await navigation.go(QUICK_SETUP);
    if (resetTracking) await this.#change({ completed: false, quickActionVisible: true });
  }

  /**
   * Opens the quick setup after a sign-in, for new users with quick deploy on and for
   * administrators who still need the new onboarding. Throws `HttpFailure`.
   */
  async lead({ needed, firstTime }: Pick<OnboardingData, 'needed' | 'firstTime'>): Promise<void> {
    const { features, navigation } = this.#parts;
    const quickDeploy = features.supported(QUICK_DEPLOY_FEATURE);
    if ((needed || (firstTime && quickDeploy)) && LANDINGS.includes(navigation.place.pathname)) {
      if (quickDeploy) await this.open();
      else if (navigation.place.pathname !== QUICK_SETUP) await navigation.go(QUICK_SETUP, { replace: true });
    }
    // An empty change records the user's first visit.
    if (firstTime) await this.#change({});
  }

  #change(body: OnboardingChange): Promise<OnboardingData> {
    return this.#parts.http.json<OnboardingData>(CALL, { method: 'PUT', body });
  }
}
