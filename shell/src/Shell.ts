import {
  CHUNK_TIMEOUT_MS,
  CONTRACT_VERSION,
  MOUNT_TIMEOUT_MS,
  type NotificationAction,
  type Requirement,
  type ShellApi,
} from '@lading/contract';
import type { ShellStart } from '@lading/contract/host';
import { computed, makeObservable, observable } from 'mobx';
import { ANALYTICS, type TrackedEvent } from './analytics/watchAnalytics.ts';
import { Connection } from './connection/Connection.ts';
import { decide } from './guards/decide.ts';
import { landing } from './guards/guards.ts';
import { HttpClient } from './http/HttpClient.ts';
import { LanguageChoice } from './language/LanguageChoice.ts';
import type { Say } from './language/say.ts';
import { causeOf, logFailure } from './log/log.ts';
import type { MenuAction } from './menu/items.ts';
import { Menus } from './menu/Menus.ts';
import { messages } from './messages.ts';
import { ConfirmDialog } from './modals/ConfirmDialog.ts';
import { AddressBar } from './navigation/AddressBar.ts';
import { pathOf } from './navigation/place.ts';
import { ShellNavigation } from './navigation/ShellNavigation.ts';
import { NotificationCentre } from './notifications/NotificationCentre.ts';
import { leavePage } from './page/leavePage.ts';
import { OwnTitle } from './page/OwnTitle.ts';
import type { PageElements } from './page/pageElements.ts';
import { reloadPage } from './page/reloadPage.ts';
import { StartPage } from './page/StartPage.ts';
import { ThemeChoice } from './page/ThemeChoice.ts';
import { PeriodicWork } from './periodic/PeriodicWork.ts';
import { Presence } from './periodic/Presence.ts';
import { type CurrentPage, currentPage } from './plugins/currentPage.ts';
import { Plugins } from './plugins/Plugins.ts';
import { type ContributionOwner, contributorsOf, shellApi } from './plugins/shellApi.ts';
import { ProjectStore } from './projects/ProjectStore.ts';
import { withoutProject, withProject } from './projects/projectAddress.ts';
import { Registry } from './registry/Registry.ts';
import { RouteTable } from './registry/RouteTable.ts';
import { ShellFacts } from './ShellFacts.ts';
import { RecentSearches } from './search/RecentSearches.ts';
import { scopedStorage } from './services/storage.ts';
import { InitialData } from './session/InitialData.ts';
import { PlatformStore } from './session/PlatformStore.ts';
import { rememberPath } from './session/rememberedPath.ts';
import { Session } from './session/Session.ts';
import { SessionChannel } from './session/SessionChannel.ts';
import { samlLogout } from './session/samlLogout.ts';
import { UserStore } from './session/UserStore.ts';
import { sharedServices } from './sharedServices.ts';
import { PlatformData } from './startup/PlatformData.ts';
import { ShellState } from './state/ShellState.ts';

/** Timeout for an unmount, in milliseconds. */
const UNMOUNT_TIMEOUT_MS = 5_000;

/** Owner of the shell's own contributions. */
const OWN = { name: 'shell', rank: -1, shipped: true } as const;

/** Creates and connects the parts of the shell. */
export class Shell {
  readonly elements: PageElements;
  readonly base: string;
  /**
   * The frame is a separate bundle; passing the log here keeps it from loading the log module as
   * another file.
   */
  readonly log = { failure: logFailure, causeOf };
  readonly registry = new Registry();
  readonly routes = new RouteTable(this.registry);
  readonly user = new UserStore();
  readonly platform = new PlatformStore(this.registry);
  readonly notifications = new NotificationCentre(() => this.#say(messages.close));
  readonly modals = new ConfirmDialog(() => this.#say(messages.cancel));
  readonly connection = new Connection();
  readonly presence = new Presence();
  readonly http = new HttpClient(
    (reason, path) => this.session.renew(reason, path),
    this.connection,
    (address, init) => this.#start.takeAhead?.(address, init),
  );
  readonly periodic = new PeriodicWork({
    running: () =>
      this.user.present && !this.session.renewal && this.presence.visible && this.connection.online,
    failed: (error) => logFailure(`Periodic work failed: ${causeOf(error)}`, error),
  });
  readonly initialData = new InitialData(this.http, this.user, this.platform);
  readonly storage = scopedStorage('shell');
  readonly project = new ProjectStore({
    storage: this.storage,
    http: this.http,
    notify: (message, values) => this.notifications.info(this.#say(message, values)),
    chosen: () => void this.#showProject(),
  });
  readonly searches = new RecentSearches(this.storage, () => ({
    user: this.user.current?.name ?? 'anonymous',
    project: this.project.current,
  }));
  readonly platformData = new PlatformData({
    http: this.http,
    facts: () => ({
      signedIn: this.user.signedIn,
      cloud: this.platform.cloud,
      analytics: this.platform.supported(ANALYTICS),
      available: (service) => this.platform.available(service),
    }),
    project: () => this.project.current,
    take: (name, answer) => this.platform.takeAnswer(name, answer),
  });
  /** Events for usage analytics, while an administrator has turned them on. */
  readonly events: TrackedEvent[] = [];
  readonly theme = new ThemeChoice(this.storage);
  readonly title = new OwnTitle();
  readonly startPage = new StartPage(this.storage);
  readonly language = new LanguageChoice({
    storage: this.storage,
    catalogs: () => this.registry.list('catalogs'),
    packs: () => this.registry.list('languagePacks'),
    notify: (text) => this.notifications.error(text),
  });
  readonly state = new ShellState(this.storage, this.platform, this.routes, () => this.navigation.place);
  /** Menu actions; the module that provides an action adds it here. */
  readonly menuActions = observable.map<MenuAction, () => void>([], { deep: false });
  readonly menus = new Menus({
    registry: this.registry,
    facts: () => this.facts.menuFacts,
    actions: this.menuActions,
  });
  readonly address: AddressBar;
  readonly navigation: ShellNavigation;
  readonly session: Session;
  readonly sessionChannel = new SessionChannel((news) => this.session.hear(news));
  readonly plugins: Plugins;
  readonly facts: ShellFacts;
  readonly #start: ShellStart;

  constructor(start: ShellStart, elements: PageElements) {
    const { boot, scheduler } = start;
    this.#start = start;
    this.elements = elements;
    this.base = boot.base;
    this.address = new AddressBar(boot.base, (to) =>
      this.user.present ? withProject(to, this.project.current) : to,
    );
    this.navigation = new ShellNavigation({
      address: this.address,
      arrive: (asked, from) => {
        // A failure lasts for one attempt: the next page requests the data again.
        if (this.initialData.state === 'failed') this.initialData.reset();
        const { target, project } = withoutProject(asked);
        if (project !== undefined || from === 'history') this.project.takeAddress(project);
        return target;
      },
      decide: (target) => decide({ target, owned: this.routes.find(target.pathname) }, this.facts.guardState),
      prepare: () =>
        this.initialData.state === 'missing' ? this.initialData.ensure() : this.platformData.ensure(),
      ask: (text) => this.#askToLeave(text),
      notify: (text, { pathname }) => this.notifications.error(text, this.#whyNot(pathname)),
      remember: (place) => {
        this.#remember(place);
        this.session.sent();
      },
      follow: () => {
        const { plugin, route } = this.page;
        if (plugin) this.plugins.prepare(plugin, route);
        void scheduler.trigger();
      },
    });
    this.session = this.#createSession();
    this.plugins = this.#createPlugins();
    this.facts = new ShellFacts({ ...this, say: this.#say });
    makeObservable(this, { page: computed });
    this.menuActions.set('logout', () => {
      this.session.signOut().catch((error: unknown) => {
        this.notifications.error(this.#say(messages.notSignedOut, { cause: causeOf(error) }));
      });
    });
    this.menuActions.set('switchInterface', () => this.state.switchInterface());
  }

  #createSession(): Session {
    return new Session({
      base: this.base,
      http: this.http,
      navigation: this.navigation,
      latestNavigation: () => this.navigation.latest,
      user: this.user,
      initialData: this.initialData,
      landing: () => landing(this.facts.guardState),
      canRenewHere: () => !this.page.frameless && this.registry.list('signInDialog').length > 0,
      remember: this.#remember,
      tell: (news) => this.sessionChannel.tell(news),
      unsaved: {
        is: () => this.navigation.blockers.reason !== undefined,
        mayLeave: async () => {
          const { reason } = this.navigation.blockers;
          return reason === undefined || this.#askToLeave(reason);
        },
        drop: () => this.navigation.blockers.drop(),
      },
      rejudge: () => this.#rejudge(),
      say: (message) => this.notifications.info(this.#say(message)),
      reload: (why, values, atOnce) => {
        if (atOnce) reloadPage();
        else this.notifications.offer(this.#say(why, values), this.#say(messages.reload), reloadPage);
      },
      samlLogout: () => samlLogout(this.http, this.platform.answerOf('samlLogout')),
      leavePage,
    });
  }

  #createPlugins(): Plugins {
    const { boot, loader, scheduler, readManifests } = this.#start;
    return new Plugins(boot.plugins, {
      loader,
      scheduler,
      registry: this.registry,
      clocks: {
        load: boot.test?.chunkTimeout ?? CHUNK_TIMEOUT_MS,
        mount: boot.test?.mountTimeout ?? MOUNT_TIMEOUT_MS,
        unmount: UNMOUNT_TIMEOUT_MS,
      },
      content: this.elements.content,
      readManifests,
      // Manifests of a development server reach the page unvalidated.
      validated: boot.validated === CONTRACT_VERSION && boot.dev === undefined,
      shellFor: (record, signal) => this.apiFor(record, signal),
      isActive: (record) => this.page.plugin === record,
      shell: this,
      words: (record) => ({
        say: this.#say,
        title: this.page.plugin === record ? this.language.text(this.page.title) : record.name,
        detailed: this.user.current?.admin ?? false,
        ...(record.fromOperator && !boot.safeMode ? { startSafeMode: () => this.#startSafeMode() } : {}),
      }),
    });
  }

  /** Page that the current URL shows. */
  get page(): CurrentPage {
    const unknown = this.initialData.cause !== undefined;
    return currentPage(this.navigation.place, this.routes, this.plugins, unknown);
  }

  /** Returns whether the requirement is currently met. */
  readonly allows = (requires: Requirement | undefined): boolean => this.facts.allows(requires);

  apiFor(owner: ContributionOwner, signal: AbortSignal): ShellApi {
    return shellApi(sharedServices(this), this.registry, owner, signal, contributorsOf(this));
  }

  /** Returns the shell API for the frame. */
  ownApi(): ShellApi {
    return this.apiFor(OWN, new AbortController().signal);
  }

  readonly #remember = (place: Parameters<typeof rememberPath>[0]): void =>
    rememberPath(place, this.project.current);

  /** Returns a notification action that shows users why a path is blocked. */
  #whyNot(path: string): NotificationAction | undefined {
    if (!this.user.signedIn) return undefined;
    const to = `/why?path=${encodeURIComponent(path)}`;
    return { verb: this.#say(messages.why), act: () => void this.navigation.go(to) };
  }

  readonly #say: Say = (message, values) => this.language.text(message, values);

  #startSafeMode(): void {
    const { pathname } = this.navigation.place;
    location.assign(`${this.base.replace(/\/$/, '')}${pathname}?safe-mode`);
  }

  #askToLeave(text: string): Promise<boolean> {
    return this.modals.confirm({
      title: this.#say(messages.leave),
      text,
      verb: this.#say(messages.leaveVerb),
    });
  }

  /**
   * Rechecks the current page after a project was selected; opens the landing page if it is not
   * accessible.
   */
  async #showProject(): Promise<void> {
    const outcome = await this.navigation.go(pathOf(this.navigation.place), { replace: true });
    if (outcome === 'stopped') await this.navigation.go(landing(this.facts.guardState), { replace: true });
  }

  /** Rechecks the current page and leaves it if the guards no longer admit it. */
  async #rejudge(): Promise<void> {
    const { place } = this.navigation;
    const owned = this.routes.find(place.pathname);
    const decision = decide({ target: place, owned }, this.facts.guardState);
    if (decision.do !== 'admit') await this.#showProject();
  }
}
