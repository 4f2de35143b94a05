import type { PluginHealthReport } from '@lading/contract/rest';
import { nameOf } from '../map/pluginName.ts';
import type { ActiveReleases, Canary, Visitor } from './ActiveReleases.ts';
import { addressOf, bySpecifier } from './ReleaseSet.ts';

/**
 * Share of users with a failure, among those whose browsers reported the version, that stops a
 * canary.
 */
const FAILING_SHARE = 0.2;
/** Failures of a single user that stop a canary that has not loaded for any user. */
const FAILURES_OF_ONE = 3;
/** Users in memory per version. Reports of further ones are ignored. */
const MAX_USERS = 10_000;

interface Observed {
  readonly loadedBy: Set<string>;
  /** User name → number of failures. */
  readonly failedFor: Map<string, number>;
}

/** The version that a canary is stopped for. */
export interface CanaryFailure {
  /** NAME and version of the plugin. */
  readonly plugin: string;
  readonly version: string;
  /** Users for whom it failed, and all whose browsers reported it. */
  readonly failing: number;
  readonly users: number;
}

/**
 * Stops a canary whose plugins fail in browsers. Counts users and not reports, only those who have
 * the canary, because anyone can send a report. Each node decides on the reports that it receives.
 */
export class CanaryGuard {
  /** The canary that `#observed` is about. Each activation has its own object. */
  #canary: Canary | undefined;
  #observed = new Map<string, Observed>();

  constructor(
    private readonly active: ActiveReleases,
    /** Stops the canary with this number. */
    private readonly stop: (number: number, failure: CanaryFailure) => Promise<void>,
  ) {}

  /** `visitor` is called only for reports about a version of the canary: it makes a query. */
  async observe(report: PluginHealthReport, visitor: () => Promise<Visitor>): Promise<void> {
    const { canary } = this.active;
    if (!canary) return;
    if (this.#canary !== canary) {
      this.#canary = canary;
      this.#observed = new Map(this.#changedVersions(canary).map((key) => [key, newObserved()]));
    }
    const all = [...report.loads, ...report.failures, ...(report.switches ?? [])];
    const isAboutCanary = all.some((each) => this.#observed.has(keyOf(each)));
    if (!isAboutCanary) return;
    const caller = await visitor();
    if (this.active.canary !== canary || this.active.variantFor(caller) !== 'canary') return;
    this.#count(report, caller.userName);
    const failure = this.#reasonToStop();
    if (!failure) return;
    this.#canary = undefined;
    await this.stop(canary.set.number, failure);
  }

  #changedVersions({ set }: Canary): string[] {
    const stable = bySpecifier(this.active.set('stable')?.entries ?? []);
    return set.entries
      .filter((entry) => entry.enabled)
      .filter((entry) => {
        const before = stable.get(entry.specifier);
        return !before || addressOf(before) !== addressOf(entry);
      })
      .map(({ specifier, version }) => `${nameOf(specifier)} ${version}`);
  }

  #count({ loads, failures, switches = [] }: PluginHealthReport, user: string): void {
    for (const load of loads) {
      const observed = this.#observed.get(keyOf(load));
      if (observed && observed.loadedBy.size < MAX_USERS) observed.loadedBy.add(user);
    }
    // The connection or the server, not the plugin.
    const failed = failures.filter((each) => each.class !== 'network');
    // A browser that turned the version off reports no more failures of it.
    const off = switches.filter((each) => each.off).map((each) => ({ ...each, count: 1 }));
    for (const failure of [...failed, ...off]) {
      const failedFor = this.#observed.get(keyOf(failure))?.failedFor;
      if (failedFor && (failedFor.has(user) || failedFor.size < MAX_USERS))
        failedFor.set(user, (failedFor.get(user) ?? 0) + failure.count);
    }
  }

  #reasonToStop(): CanaryFailure | undefined {
    for (const [key, { loadedBy, failedFor }] of this.#observed) {
      const failing = failedFor.size;
      const users = new Set([...loadedBy, ...failedFor.keys()]).size;
      const [failuresOfFirst = 0] = failedFor.values();
      const several = failing >= 2 && failing / users >= FAILING_SHARE;
      const onlyOne = failing === 1 && loadedBy.size === 0 && failuresOfFirst >= FAILURES_OF_ONE;
      const [plugin = '', version = ''] = key.split(' ');
      if (several || onlyOne) return { plugin, version, failing, users };
    }
    return undefined;
  }
}

const keyOf = ({ plugin, version }: { plugin: string; version: string }) => `${plugin} ${version}`;
const newObserved = (): Observed => ({ loadedBy: new Set(), failedFor: new Map() });
