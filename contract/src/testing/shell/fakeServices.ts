import { makeAutoObservable, makeObservable, observable } from 'mobx';
import type { MenuItemContribution } from '../../contributions/menuItem.ts';
import type { LicenseType, ServiceName } from '../../requirement.ts';
import { LICENSE_RANK } from '../../requirement.ts';
import type { MenuEntry, Menus } from '../../shell/menus.ts';
import type {
  Analytics,
  ConnectionService,
  ConsoleUser,
  FeatureService,
  LicenseService,
  MadeSearch,
  Modals,
  NotificationAction,
  Notifications,
  PlatformServices,
  ProjectService,
  ScopedStorage,
  SearchService,
  UserService,
} from '../../shell/services.ts';
import type { SessionService } from '../../shell/session.ts';

/** Creates a signed-in user, an administrator by default. */
export function fakeUser(user: Partial<ConsoleUser> = {}): ConsoleUser {
  return {
    name: 'ada',
    admin: true,
    anonymous: false,
    realm: 'internal',
    canDeploy: true,
    canManage: true,
    profileUpdatable: true,
    projectAdmin: false,
    ...user,
  };
}

/** `current` can be set. */
export class FakeUserService implements UserService {
  current: ConsoleUser | undefined;

  constructor(current: ConsoleUser | undefined = fakeUser()) {
    this.current = current;
    makeAutoObservable(this);
  }

  get signedIn(): boolean {
    return this.current !== undefined && !this.current.anonymous;
  }
}

/** `type` can be set. */
export class FakeLicense implements LicenseService {
  type: LicenseType | undefined = 'ENTERPRISE_PLUS';

  constructor() {
    makeAutoObservable(this);
  }

  get rank(): number {
    return this.type === undefined ? 0 : LICENSE_RANK[this.type];
  }

  get missing(): boolean {
    return this.type === undefined;
  }
}

/** Supports the features in `on`. */
export class FakeFeatures implements FeatureService {
  readonly on = observable.set<string>();

  supported(feature: string): boolean {
    return this.on.has(feature);
  }
}

/** Has the services in `there`; counts reloads. */
export class FakeServices implements PlatformServices {
  readonly there = observable.set<ServiceName>(['artifactory', 'access', 'metadata']);
  readonly versions = observable.map<ServiceName, string>();
  known = true;
  reloads = 0;

  constructor() {
    makeObservable(this, { known: observable });
  }

  reload(): Promise<void> {
    this.reloads += 1;
    return Promise.resolve();
  }

  available(service: ServiceName): boolean {
    return this.there.has(service);
  }

  version(service: ServiceName): string | undefined {
    return this.versions.get(service);
  }
}

/** Returns `entries`. */
export class FakeMenus implements Menus {
  readonly entries = observable.array<MenuEntry>([], { deep: false });

  sidebar(name: MenuItemContribution['sidebar']): readonly MenuEntry[] {
    return this.entries.filter(({ item }) => item.sidebar === name);
  }
}

/** `online` can be set; `recover()` signals that failed requests should be repeated. */
export class FakeConnection implements ConnectionService {
  online = true;
  recoveries = 0;

  constructor() {
    makeAutoObservable(this);
  }

  recover(): void {
    this.online = true;
    this.recoveries++;
  }
}

/** `current` can be set; counts calls of `changed()`. */
export class FakeProject implements ProjectService {
  current: string | undefined = undefined;
  changes = 0;

  constructor() {
    makeAutoObservable(this);
  }

  changed(): void {
    this.changes++;
  }
}

/** Records the searches. */
export class FakeSearches implements SearchService {
  readonly made: MadeSearch[] = [];

  get all(): readonly MadeSearch[] {
    return [...this.made].reverse();
  }

  add(search: MadeSearch): void {
    this.made.push(search);
  }
}

/** Records the notifications. */
export class FakeNotifications implements Notifications {
  readonly shown: {
    readonly kind: keyof Notifications;
    readonly text: string;
    readonly action?: NotificationAction;
  }[] = [];

  success(text: string, action?: NotificationAction): void {
    this.shown.push({ kind: 'success', text, ...(action ? { action } : {}) });
  }

  info(text: string): void {
    this.shown.push({ kind: 'info', text });
  }

  warning(text: string): void {
    this.shown.push({ kind: 'warning', text });
  }

  error(text: string): void {
    this.shown.push({ kind: 'error', text });
  }
}

/** Answers all questions with `answer`. */
export class FakeModals implements Modals {
  answer = true;
  readonly asked: Parameters<Modals['confirm']>[0][] = [];

  async confirm(question: Parameters<Modals['confirm']>[0]): Promise<boolean> {
    this.asked.push(question);
    return this.answer;
  }
}

/** Records the events. */
export class FakeAnalytics implements Analytics {
  readonly tracked: { readonly event: string; readonly data: Parameters<Analytics['track']>[1] }[] = [];

  track(event: string, data?: Parameters<Analytics['track']>[1]): void {
    this.tracked.push({ event, data });
  }
}

/** In-memory storage. */
export class FakeStorage implements ScopedStorage {
  readonly values = new Map<string, string>();

  get(key: string): string | undefined {
    return this.values.get(key);
  }

  set(key: string, value: string): void {
    this.values.set(key, value);
  }

  remove(key: string): void {
    this.values.delete(key);
  }
}

/** Records the calls. */
export class FakeSession implements SessionService {
  sentToSignIn = false;
  readonly asked: ('signIn' | 'stay' | 'signOut')[] = [];
  /** Requested target of each sign-in. */
  readonly wishes: string[] = [];

  async finishSignIn(options: { stay?: boolean; to?: string } = {}): Promise<void> {
    this.asked.push(options.stay ? 'stay' : 'signIn');
    if (options.to !== undefined) this.wishes.push(options.to);
  }

  async signOut(): Promise<void> {
    this.asked.push('signOut');
  }
}
