import { observable, runInAction } from 'mobx';
import type { Contribution, ContributionKind, ContributionValue } from '../../contributions/kinds.ts';
import { formatText, type TextValues } from '../../language/formatText.ts';
import type { Message } from '../../message.ts';
import type { Entitlement, Requirement, ScanningPermission } from '../../requirement.ts';
import { HttpFailure } from '../../shell/http.ts';
import type { ShellApi, ShownPart } from '../../shell/ShellApi.ts';
import type { Disposer } from '../../shell/services.ts';
import { FakeHttp } from './FakeHttp.ts';
import { FakeNavigation } from './FakeNavigation.ts';
import { FakePeriodic } from './FakePeriodic.ts';
import { fakeAllows } from './fakeAllows.ts';
import {
  FakeAnalytics,
  FakeConnection,
  FakeFeatures,
  FakeLicense,
  FakeMenus,
  FakeModals,
  FakeNotifications,
  FakeProject,
  FakeSearches,
  FakeServices,
  FakeSession,
  FakeStorage,
  FakeUserService,
} from './fakeServices.ts';

/** The shell for plugin tests: all state can be set, and all calls are recorded. */
export class FakeShell implements ShellApi {
  readonly user = new FakeUserService();
  readonly session = new FakeSession();
  readonly license = new FakeLicense();
  readonly features = new FakeFeatures();
  readonly services = new FakeServices();
  /** The entitlements and scanning permissions that `allows` denies; it grants all others. */
  readonly withheld = observable.set<Entitlement | ScanningPermission>();
  readonly connection = new FakeConnection();
  readonly project = new FakeProject();
  readonly searches = new FakeSearches();
  readonly language = {
    available: [
      { tag: 'en', name: 'English' },
      { tag: 'pl', name: 'Polski' },
    ],
    tag: 'en',
    direction: 'ltr' as const,
    text: ({ text }: Message, values?: TextValues) => formatText('en', text, values),
  };
  readonly navigation: FakeNavigation;
  readonly menus = new FakeMenus();
  readonly notifications = new FakeNotifications();
  readonly http = new FakeHttp();
  readonly periodic = new FakePeriodic();
  readonly modals = new FakeModals();
  readonly analytics = new FakeAnalytics();
  readonly storage = new FakeStorage();
  /** Title set with `setTitle`. */
  title: string | undefined;
  /** Failures reported with `reportFailure`. */
  readonly failures: { readonly plugin: string; readonly error: unknown }[] = [];
  readonly #controller = new AbortController();
  readonly #plugin: string;
  readonly #added = observable.array<{ kind: ContributionKind; value: unknown }>([], { deep: false });

  constructor(options: { readonly plugin?: string; readonly place?: string } = {}) {
    this.#plugin = options.plugin ?? 'test';
    this.navigation = new FakeNavigation(options.place);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Decides by the user, license, features, services, and project of this shell; not in the cloud.
   */
  allows(requires: Requirement | undefined): boolean {
    return fakeAllows(this, requires);
  }

  /** Aborts the signal, as when the plugin is unmounted. */
  unmount(): void {
    this.#controller.abort();
  }

  /**
   * Returns the shell of another mount, as after a return from another plugin: a new object with
   * the same services.
   */
  again(): ShellApi {
    return {
      ...this,
      signal: new AbortController().signal,
      allows: (requires) => this.allows(requires),
      add: (kind, value) => this.add(kind, value),
      showPart: (id, host) => this.showPart(id, host),
      contributions: (kind) => this.contributions(kind),
      setTitle: (text) => this.setTitle(text),
      shellOf: () => this.shellOf(),
      reportFailure: (contribution, error) => this.reportFailure(contribution, error),
    };
  }

  add<K extends ContributionKind>(kind: K, value: ContributionValue<K>): Disposer {
    const entry = { kind, value };
    runInAction(() => this.#added.push(entry));
    return () => {
      runInAction(() => this.#added.remove(entry));
    };
  }

  setTitle(text: string): Disposer {
    this.title = text;
    return () => {
      if (this.title === text) this.title = undefined;
    };
  }

  /** Mounts a part added with `add` directly in `host`. */
  showPart(id: string, host: HTMLElement): ShownPart {
    const part = this.contributions('pageParts').find(({ value }) => value.id === id);
    const props = { name: this.#plugin, domElement: host, shell: this };
    const mounted = (async () => {
      if (!part) throw new Error(`No plugin contributes the part "${id}"`);
      const lifecycles = await part.value.lifecycles();
      await lifecycles.bootstrap(props);
      await lifecycles.mount(props);
      return lifecycles;
    })();
    const remove = () => mounted.then(({ unmount }) => unmount(props)).catch(() => undefined);
    return { ready: mounted.then(() => undefined), remove };
  }

  contributions<K extends ContributionKind>(kind: K): readonly Contribution<K>[] {
    return this.#added
      .filter((entry) => entry.kind === kind)
      .map(({ value }) => ({ plugin: this.#plugin, value: value as ContributionValue<K> }));
  }

  /** Returns this shell: all contributions of a test are of one plugin. */
  shellOf(): ShellApi {
    return this;
  }

  reportFailure({ plugin }: Contribution<ContributionKind>, error: unknown): void {
    if (error instanceof HttpFailure || !this.connection.online) return;
    this.failures.push({ plugin, error });
  }
}

/** Creates a shell for one test. `place`: the current location, below `/ui`. */
export function fakeShell(options: { readonly plugin?: string; readonly place?: string } = {}): FakeShell {
  return new FakeShell(options);
}
