import {
  type Http,
  HttpFailure,
  type Message,
  type Navigation,
  type NavigationOutcome,
  type Place,
  type SessionService,
  type SignInReason,
  type TextValues,
} from '@lading/contract';
import type { RedirectAnswer, UserData } from '@lading/contract/rest';
import { action, makeObservable, observableRef } from 'mobx';
import { LOGIN, SIGNED_OUT } from '../guards/landing.ts';
import { messages } from '../messages.ts';
import { pathOf, placeBelow } from '../navigation/place.ts';
import { REQUEST_TIMEOUT_MS } from '../startup/requests.ts';
import { type InitialData, USER } from './InitialData.ts';
import { takeRememberedPath } from './rememberedPath.ts';
import type { SessionNews } from './SessionChannel.ts';
import type { UserStore } from './UserStore.ts';
import { ANONYMOUS } from './userRights.ts';

const LOGOUT = '/ui/api/v1/ui/auth/logout';
const REDIRECT = '/ui/api/v1/ui/auth/redirect';
/** Path prefixes of the calls of a sign-in and of the current-user request. */
const OF_SIGN_IN = ['/ui/api/v1/ui/auth', '/ui/api/v1/ui/oauth', '/ui/api/v1/auth', '/ui/api/v1/access/auth'];

export interface SessionParts {
  readonly base: string;
  readonly http: Http;
  readonly navigation: Navigation;
  /** Outcome of the latest navigation. */
  readonly latestNavigation: () => Promise<NavigationOutcome> | undefined;
  readonly user: UserStore;
  readonly initialData: InitialData;
  /** Landing page if no other page was requested. */
  readonly landing: () => string;
  /** Whether a dialog can be shown over the page. */
  readonly canRenewHere: () => boolean;
  /** Stores the location for the next sign-in in this tab. */
  readonly remember: (place: Place) => void;
  /** Notifies the browser's other tabs. */
  readonly tell: (news: SessionNews) => void;
  readonly unsaved: Unsaved;
  readonly say: (message: Message) => void;
  /** Rechecks access to the current page after the user's permissions have changed. */
  readonly rejudge: () => Promise<void>;
  /**
   * Reloads the page, so that no data of another user stays on it: immediately or when the user
   * confirms.
   */
  readonly reload: (why: Message, values: TextValues, atOnce: boolean) => void;
  /** Returns the URL that also ends the session at a SAML provider. Never rejects. */
  readonly samlLogout: () => Promise<string | undefined>;
  /** Opens another page of this origin, or of an identity provider. */
  readonly leavePage: (address: string) => void;
}

/** Unsaved changes that leaving the page would lose. */
interface Unsaved {
  readonly is: () => boolean;
  /** Asks whether to leave despite unsaved changes. Resolves to true if nothing is unsaved. */
  readonly mayLeave: () => Promise<boolean>;
  /** Discards the unsaved changes, so that leaving needs no confirmation. */
  readonly drop: () => void;
}

/** Sign-in dialog requested over the page. */
export interface Renewal {
  readonly reason: SignInReason;
  readonly settle: (signedIn: boolean) => void;
}

/** Session: sign-in, sign-out, and expiry while a page is open, in this or another tab. */
export class Session implements SessionService {
  /** Set while a sign-in over the page is requested. */
  renewal: Renewal | undefined = undefined;
  sentToSignIn = false;
  readonly #parts: SessionParts;
  #renewing: Promise<boolean> | undefined;
  #leaving = false;
  #looking = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    makeObservable<Session, 'offer'>(this, { renewal: observableRef, offer: action });
  }

  /** Records that a guard redirected the user from another page to the sign-in page. */
  sent(): void {
    this.sentToSignIn = true;
  }

  async finishSignIn(options: { stay?: boolean; to?: string } = {}): Promise<void> {
    const { initialData, user, tell } = this.#parts;
    const goOn = options.stay ? undefined : this.#goOn(options.to);
    this.sentToSignIn = false;
    if (options.stay) await initialData.refresh();
    else await initialData.renew();
    if (user.signedIn && user.current) tell({ kind: 'signedIn', user: user.current.name });
    await goOn?.();
  }

  async signOut(): Promise<void> {
    const { http, leavePage, samlLogout, tell, unsaved } = this.#parts;
    if (this.#leaving || !(await unsaved.mayLeave())) return;
    this.#leaving = true;
    try {
      const elsewhere = await samlLogout();
      await http.json(LOGOUT, { method: 'POST' }).catch((error: unknown) => {
        // A session that has expired need not be ended.
        if (!(error instanceof HttpFailure) || error.status !== 401) throw error;
      });
      tell({ kind: 'signedOut' });
      await this.#leave(SIGNED_OUT);
      if (elsewhere !== undefined) leavePage(elsewhere);
    } finally {
      this.#leaving = false;
    }
  }

  /**
   * Handles a call rejected because the session no longer exists, by a sign-in over the page or on
   * the sign-in page. Also handles a request to re-authenticate, over the page, which stays
   * whatever the result. `path`: path of the rejected call.
   */
  renew(reason: SignInReason = 'ended', path = ''): Promise<boolean> {
    if (!this.#parts.user.signedIn || this.#leaving) return Promise.resolve(false);
    if (this.#renewing) {
      // Calls of the sign-in itself must not wait for it. All others wait, and are repeated after
      // it.
      const isOwn = (this.renewal || this.#looking) && OF_SIGN_IN.some((prefix) => path.startsWith(prefix));
      return isOwn ? Promise.resolve(false) : this.#renewing;
    }
    this.#renewing = (reason === 'ended' ? this.#ask() : this.#askOver(reason)).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /**
   * Checks for a returning user whether the session still exists and belongs to this user, and
   * updates the permissions.
   */
  async check(): Promise<void> {
    const { http, user } = this.#parts;
    if (!user.signedIn || this.#renewing || this.#leaving) return;
    try {
      // As for every call, 401 triggers a sign-in.
      const data = await http.json<UserData>(USER, { timeout: REQUEST_TIMEOUT_MS });
      if (data?.name === ANONYMOUS) await this.renew();
      else if (data?.name !== user.current?.name) this.#compare(data?.name);
      else if (user.update(data)) await this.#parts.rejudge();
    } catch {
      // On failure, the next call checks again.
    }
  }

  /** Handles a sign-in or sign-out in another tab. */
  hear(news: SessionNews): void {
    const { navigation, say, user } = this.#parts;
    if (news.kind === 'signedOut') {
      if (!user.signedIn || this.#leaving) return;
      say(messages.signedOutElsewhere);
      if (this.renewal) this.renewal.settle(false);
      else void this.#leaveFor(SIGNED_OUT);
    } else if (this.renewal && news.user === user.current?.name) this.renewal.settle(true);
    else if (user.signedIn) this.#compare(news.user);
    else if (navigation.place.pathname === LOGIN) void this.#parts.initialData.renew().then(this.#goOn());
    else if (user.current) this.#switched(news.user);
  }

  async #ask(): Promise<boolean> {
    const now = await this.#readSessionUser();
    if (now !== undefined && now !== ANONYMOUS) {
      // The session still exists; only this call was rejected.
      this.#compare(now);
      return false;
    }
    if (await this.#askOver('ended')) return true;
    await this.#leaveFor(LOGIN);
    return false;
  }

  /** Asks for a sign-in over the page. Resolves to whether the user signed in. */
  async #askOver(reason: SignInReason): Promise<boolean> {
    const { canRenewHere, user } = this.#parts;
    if (!canRenewHere()) return false;
    const before = user.current?.name;
    const signedIn = await new Promise<boolean>((settle) => this.offer({ reason, settle }));
    this.offer(undefined);
    if (!signedIn) return false;
    await this.finishSignIn({ stay: true });
    if (user.current?.name !== before) this.#switched(user.current?.name ?? ANONYMOUS);
    else await this.#parts.rejudge();
    return true;
  }

  /**
   * Returns the name of the session's user, or `undefined` if there is no session or the request
   * failed.
   */
  async #readSessionUser(): Promise<string | undefined> {
    this.#looking = true;
    try {
      const data = await this.#parts.http.json<UserData>(USER, { timeout: REQUEST_TIMEOUT_MS });
      return typeof data?.name === 'string' ? data.name : undefined;
    } catch {
      return undefined;
    } finally {
      this.#looking = false;
    }
  }

  /** Opens the sign-in page. The user returns to the current page after signing in. */
  #leaveFor(path: string): Promise<void> {
    this.#parts.remember(this.#parts.navigation.place);
    return this.#leave(path);
  }

  /**
   * Removes the user's data from the screen. Unsaved changes are discarded because they can no
   * longer be saved.
   */
  async #leave(path: string): Promise<void> {
    const { initialData, navigation, unsaved, user } = this.#parts;
    this.sentToSignIn = false;
    unsaved.drop();
    user.forget();
    initialData.reset();
    await navigation.go(path, { replace: true });
  }

  #compare(name: unknown): void {
    if (typeof name !== 'string') return;
    if (name !== this.#parts.user.current?.name) this.#switched(name);
  }

  /** Handles a changed user: the screen and its actions still belong to the previous user. */
  #switched(name: string): void {
    const { reload, unsaved } = this.#parts;
    const why = name === ANONYMOUS ? messages.nobodyNow : messages.otherNow;
    reload(why, { name }, !unsaved.is());
  }

  /**
   * Returns a function that opens the landing page, unless the user opens another page in the
   * meantime.
   */
  #goOn(wish?: string): () => Promise<void> {
    const { latestNavigation, navigation } = this.#parts;
    const [latest, { pathname }] = [latestNavigation(), navigation.place];
    return async () => {
      const later = latestNavigation();
      if (later !== latest) await later;
      if (navigation.place.pathname === pathname) await this.#land(wish);
    };
  }

  async #land(wish: string | undefined): Promise<void> {
    const { base, landing, leavePage, navigation, user } = this.#parts;
    const remembered = takeRememberedPath(user.current?.admin ?? false);
    const { key } = navigation.place;
    const url = await this.#resolved(wish ?? (remembered && navigation.href(remembered)));
    const target = url && placeBelow(url, base);
    if (navigation.place.key !== key) return;
    // This origin also serves pages outside the console. They are opened only if requested
    // explicitly.
    if (url && !target && wish !== undefined) leavePage(url.href);
    else await navigation.go(target ? pathOf(target) : landing(), { replace: true });
  }

  private offer(renewal: Renewal | undefined): void {
    this.renewal = renewal;
  }

  /**
   * Returns the redirect target that the server reports for a URL, or `undefined` on failure or for
   * another origin.
   */
  async #resolved(address: string | undefined): Promise<URL | undefined> {
    if (address === undefined) return undefined;
    try {
      const { url } = await this.#parts.http.json<RedirectAnswer>(REDIRECT, {
        query: { redirectTo: address },
      });
      const target = new URL(url, location.origin);
      return target.origin === location.origin ? target : undefined;
    } catch {
      return undefined;
    }
  }
}
