import type { ShellApi } from '@lading/contract';
import { action, makeObservable, observable } from 'mobx';
import { changeOnboarding } from './onboardingApi.ts';

export const QUICK_SETUP = '/quick-setup';
export const QUICK_DEPLOY = 'COMMON.QUICK_DEPLOY_LANDING';

/** Whether the quick setup is open. */
export class QuickSetup {
  visible = false;
  readonly #shell: Pick<ShellApi, 'http' | 'features' | 'navigation'>;

  constructor(shell: Pick<ShellApi, 'http' | 'features' | 'navigation'>) {
    this.#shell = shell;
    makeObservable(this, { visible: observable, toggle: action });
  }

  toggle(visible: boolean): void {
    this.visible = visible;
  }

  /**
   * Opens it; where quick deploy has a page of its own, that is where it leads. `resetTracking`: as for somebody who comes for the
   * first time. Throws `HttpFailure` when the platform does not take that; it is open all the same.
   */
  async open({ resetTracking = false } = {}): Promise<void> {
    const { features, navigation, http } = this.#shell;
    this.toggle(true);
    const { pathname } = navigation.place;
    const isThere = pathname === QUICK_SETUP || pathname.startsWith(`${QUICK_SETUP}/`);
    if (features.supported(QUICK_DEPLOY) && !isThere) await navigation.go(QUICK_SETUP);
    if (resetTracking) await changeOnboarding(http, { completed: false, quickActionVisible: true });
  }

  close(): void {
    this.toggle(false);
  }
}
