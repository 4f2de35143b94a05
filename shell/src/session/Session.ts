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
/** Where a sign-in, and the look at who is signed in, make their calls. */
const OF_SIGN_IN = ['/ui/api/v1/ui/auth', '/ui/api/v1/ui/oauth', '/ui/api/v1/auth', '/ui/api/v1/access/auth'];

export interface SessionParts {
  readonly base: string;
  readonly http: Http;
  readonly navigation: Navigation;
  /** The outcome of the latest navigation. */
  readonly latestNavigation: () => Promise<NavigationOutcome> | undefined;
  readonly user: UserStore;
  readonly initialData: InitialData;
  /** Where the user lands without another wish. */
  readonly landing: () => string;
  /** Whether a dialog can be shown over the page. */
  readonly canRenewHere: () => boolean;
  /** Keeps the place for the next sign-in in this tab. */
  readonly remember: (place: Place) => void;
  /** Tells the browser's other tabs. */
  readonly tell: (news: SessionNews) => void;
  readonly unsaved: Unsaved;
  readonly say: (message: Message) => void;
  /** The user's rights have changed: the page on the screen is judged again. */
  readonly rejudge: () => Promise<void>;
  /** Shows a page of nobody else's data, at once or when the user says so. */
  readonly reload: (why: Message, values: TextValues, atOnce: boolean) => void;
  /** Where a SAML provider ends its session too. Never rejects. */
  readonly samlLogout: () => Promise<string | undefined>;
  /** To another page of this origin, or to a provider. */
  readonly leavePage: (address: string) => void;
}

/** What would be lost by leaving the page. */
interface Unsaved {
  readonly is: () => boolean;
  /** Asks whether to leave nevertheless; agreed to where nothing is unsaved. */
  readonly mayLeave: () => Promise<boolean>;
  /** It cannot be saved any more, or it is agreed that it need not be: nobody asks again. */
  readonly drop: () => void;
}

/** A sign-in over the page that is asked for. */
export interface Renewal {
  readonly reason: SignInReason;
  readonly settle: (signedIn: boolean) => void;
}

/** The session: its begin, its end, and its end while a page was open, here or in another tab. */
export class Session implements SessionService {
  /** While a sign-in over the page is asked for. */
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

  /** A guard has sent somebody to sign in, who wanted to go elsewhere. */
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
        // A session that has ended already need not be ended.
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
   * The platform says that there is no session any more: asks for a sign-in over the page, or on the sign-in page. Or that it wants to
   * see again who it is: asks over the page, which stays whatever comes of it. `path`: of the call that was refused.
   */
  renew(reason: SignInReason = 'ended', path = ''): Promise<boolean> {
    if (!this.#parts.user.signedIn || this.#leaving) return Promise.resolve(false);
    if (this.#renewing) {
      // The calls of the sign-in itself cannot wait for it. All others do, and are repeated after it.
      const isOwn = (this.renewal || this.#looking) && OF_SIGN_IN.some((prefix) => path.startsWith(prefix));
      return isOwn ? Promise.resolve(false) : this.#renewing;
    }
    this.#renewing = (reason === 'ended' ? this.#ask() : this.#askOver(reason)).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** For a user who comes back: whether the session still exists and is this user's, and which rights the user has now. */
  async check(): Promise<void> {
    const { http, user } = this.#parts;
    if (!user.signedIn || this.#renewing || this.#leaving) return;
    try {
      // 401 leads to a sign-in by itself, as for every call.
      const data = await http.json<UserData>(USER, { timeout: REQUEST_TIMEOUT_MS });
      if (data?.name === ANONYMOUS) await this.renew();
      else if (data?.name !== user.current?.name) this.#compare(data?.name);
      else if (user.update(data)) await this.#parts.rejudge();
    } catch {
      // Who could not be asked is asked by the next call.
    }
  }

  /** Another tab has signed in or out. */
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
    const now = await this.#whoIsThere();
    if (now !== undefined && now !== ANONYMOUS) {
      // It was one call alone that was refused.
      this.#compare(now);
      return false;
    }
    if (await this.#askOver('ended')) return true;
    await this.#leaveFor(LOGIN);
    return false;
  }

  /** Over the page; says whether somebody signed in. */
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

  /** Whose session it is; `undefined`: nobody's, or the server does not say. */
  async #whoIsThere(): Promise<string | undefined> {
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

  /** To the sign-in page, and back here after it. */
  #leaveFor(path: string): Promise<void> {
    this.#parts.remember(this.#parts.navigation.place);
    return this.#leave(path);
  }

  /** Nothing of the user stays on the screen: what is unsaved goes too, because nobody could save it. */
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

  /** What is on the screen is another user's, and so is what would be done with it. */
  #switched(name: string): void {
    const { reload, unsaved } = this.#parts;
    const why = name === ANONYMOUS ? messages.nobodyNow : messages.otherNow;
    reload(why, { name }, !unsaved.is());
  }

  /** The way to the first page. Whoever has opened another page since this call stays there: the later wish counts. */
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
    // Beside the console this origin has pages of its own: those that were asked for by name can be gone to.
    if (url && !target && wish !== undefined) leavePage(url.href);
    else await navigation.go(target ? pathOf(target) : landing(), { replace: true });
  }

  private offer(renewal: Renewal | undefined): void {
    this.renewal = renewal;
  }

  /** The server says where an address leads now; where it does not, or leads to another origin, one lands on the first page. */
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
