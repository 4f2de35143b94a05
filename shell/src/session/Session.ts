import type { Http, Navigation, SessionService } from '@lading/contract';
import type { RedirectAnswer } from '@lading/contract/rest';
import { action, makeObservable, observableRef } from 'mobx';
import { LOGIN } from '../guards/landing.ts';
import { pathOf, placeBelow } from '../navigation/place.ts';
import type { InitialData } from './InitialData.ts';
import { rememberPath, takeRememberedPath } from './rememberedPath.ts';
import type { UserStore } from './UserStore.ts';

const LOGOUT = '/ui/api/v1/ui/auth/logout';
const REDIRECT = '/ui/api/v1/ui/auth/redirect';

export interface SessionParts {
  readonly base: string;
  readonly http: Http;
  readonly navigation: Navigation;
  readonly user: UserStore;
  readonly initialData: InitialData;
  /** Where the user lands without another wish. */
  readonly landing: () => string;
  /** Whether a dialog can be shown over the page. */
  readonly canRenewHere: () => boolean;
}

/** The session: its begin, its end, and its end while a page was open. */
export class Session implements SessionService {
  /** While a sign-in over the page is asked for: settles it. */
  renewal: ((signedIn: boolean) => void) | undefined = undefined;
  readonly #parts: SessionParts;
  #renewing: Promise<boolean> | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    makeObservable<Session, 'offer'>(this, { renewal: observableRef, offer: action });
  }

  async finishSignIn(options: { stay?: boolean } = {}): Promise<void> {
    const { initialData, navigation, user } = this.#parts;
    initialData.reset();
    await initialData.ensure();
    if (options.stay) return;
    const path = await this.#resolved(takeRememberedPath(user.current?.admin ?? false));
    await navigation.go(path ?? this.#parts.landing(), { replace: true });
  }

  async signOut(): Promise<void> {
    const { http, initialData, navigation, user } = this.#parts;
    await http.json(LOGOUT, { method: 'POST' });
    user.forget();
    initialData.reset();
    await navigation.go(`${LOGIN}?logout=true`, { replace: true });
  }

  /** The platform says that there is no session any more: asks for a sign-in over the page, or on the sign-in page. */
  renew(): Promise<boolean> {
    if (!this.#parts.user.signedIn) return Promise.resolve(false);
    // Calls that a sign-in over the page makes itself are not to wait for it.
    if (this.#renewing) return this.renewal ? Promise.resolve(false) : this.#renewing;
    this.#renewing = this.#ask().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #ask(): Promise<boolean> {
    const { canRenewHere, initialData, navigation, user } = this.#parts;
    if (canRenewHere()) {
      const signedIn = await new Promise<boolean>((settle) => this.offer(settle));
      this.offer(undefined);
      if (signedIn) {
        await this.finishSignIn({ stay: true });
        return true;
      }
    }
    rememberPath(navigation.place);
    user.forget();
    initialData.reset();
    await navigation.go(LOGIN);
    return false;
  }

  private offer(settle: ((signedIn: boolean) => void) | undefined): void {
    this.renewal = settle;
  }

  /** The server says where a remembered path leads now; where it does not, one lands on the first page. */
  async #resolved(path: string | undefined): Promise<string | undefined> {
    if (path === undefined) return undefined;
    try {
      const { url } = await this.#parts.http.json<RedirectAnswer>(REDIRECT, {
        query: { redirectTo: this.#parts.navigation.href(path) },
      });
      const target = placeBelow(new URL(url, location.origin), this.#parts.base);
      return target && pathOf(target);
    } catch {
      return undefined;
    }
  }
}
