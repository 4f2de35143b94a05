import type { Http } from '@lading/contract';
import type { LoginDialogSettings, LoginRelatedData, OAuthProvider } from '@lading/contract/rest';
import { action, makeObservable, observable, observableRef } from 'mobx';
import type { Variant } from '../calls/platform.ts';
import type { SilentWay } from '../providers/ssoApi.ts';
import {
  fetchDialog,
  fetchProviders,
  fetchRegistration,
  fetchRelated,
  fetchUserPlugins,
  fetchVisibility,
} from './offersApi.ts';

/**
 * Options of the sign-in page. A failed request leaves its option at the most restrictive value and
 * does not block the others.
 */
export class LoginOffers {
  variant: Variant = 'ui';
  forgotPassword = false;
  rememberMeEnabled = false;
  /** URL of the SAML provider; empty if none is configured. */
  ssoProviderLink = '';
  ssoProviderName: string | undefined = undefined;
  oauthProviders: readonly OAuthProvider[] = [];
  /** Sign-in methods that authenticate a user without a prompt. */
  silentWays: readonly SilentWay[] = [];
  loginDialogSettings: LoginDialogSettings['config'] = null;
  /** `external`: users sign in with an identity provider instead of the form. */
  loginViewMode: 'internal' | 'external' = 'internal';
  /** A user plugin of the platform takes part in authentication. */
  authUserPlugin = false;
  registration = false;
  readonly #http: Http;
  #loading: Promise<void> | undefined;
  #related: Promise<void> | undefined;

  constructor(http: Http) {
    this.#http = http;
    makeObservable<LoginOffers, 'take'>(this, {
      variant: observable,
      forgotPassword: observable,
      rememberMeEnabled: observable,
      ssoProviderLink: observable,
      ssoProviderName: observable,
      oauthProviders: observableRef,
      silentWays: observableRef,
      loginDialogSettings: observableRef,
      loginViewMode: observable,
      authUserPlugin: observable,
      registration: observable,
      take: action,
    });
  }

  /** Loads all options once. Never rejects. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Loads the options of the password form once. Never rejects. */
  loadRelated(): Promise<void> {
    this.#related ??= this.#loadRelated();
    return this.#related;
  }

  async #loadRelated(): Promise<void> {
    const { variant, related } = await fetchRelated(this.#http).catch(() => NOTHING);
    this.take({
      variant,
      forgotPassword: related.forgotPassword === true,
      rememberMeEnabled: related.canRememberMe === true,
      ssoProviderLink: related.ssoProviderLink ?? '',
      ssoProviderName: related.ssoProviderName,
      silentWays: related.silentWays ?? [],
    });
  }

  /** Loads the providers. Never rejects. */
  async loadProviders(registrationToken?: string): Promise<void> {
    const oauthProviders = await fetchProviders(this.#http, registrationToken).catch(() => []);
    if (Array.isArray(oauthProviders)) this.take({ oauthProviders });
  }

  async #load(): Promise<void> {
    const http = this.#http;
    await Promise.all([
      this.loadRelated(),
      this.loadProviders(),
      this.#note(fetchDialog(http), ({ config }) => ({ loginDialogSettings: config ?? null })),
      this.#note(fetchVisibility(http), ({ loginIsExternal }) => ({
        loginViewMode: loginIsExternal ? 'external' : 'internal',
      })),
      this.#note(fetchUserPlugins(http), ({ isUserPluginEnabled }) => ({
        authUserPlugin: isUserPluginEnabled === true,
      })),
      this.#note(fetchRegistration(http), ({ enabled }) => ({ registration: enabled === true })),
    ]);
  }

  async #note<Answer>(asked: Promise<Answer>, read: (answer: Answer) => Partial<Offered>): Promise<void> {
    const answer = await asked.catch(() => undefined);
    if (answer) this.take(read(answer));
  }

  private take(offered: Partial<Offered>): void {
    Object.assign(this, offered);
  }
}

type Offered = Omit<LoginOffers, 'load' | 'loadRelated' | 'loadProviders'>;

const NOTHING: { variant: Variant; related: LoginRelatedData } = {
  variant: 'ui',
  related: { forgotPassword: false, canRememberMe: false, ssoProviderLink: '', silentWays: [] },
};
