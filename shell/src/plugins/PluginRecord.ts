import type { FailureClass, PluginFailure, PluginManifest, PluginState } from '@lading/contract';
import { FAILURE_LOG } from '@lading/contract';
import type { BootFrame, BootPlugin } from '@lading/contract/rest';
import { action, makeObservable, observableRef } from 'mobx';
import { logFailure } from '../log/log.ts';
import type { FailureHistory } from './FailureHistory.ts';
import type { FramesModule } from './FramesModule.ts';
import type { HealthNews } from './HealthNews.ts';

/** Log texts of classes whose failure depends on the stage. */
const STAGE_LOG: Partial<Record<FailureClass, string>> = {
  'startup-request': 'A start-up request of {name} failed',
  bootstrap: '{name} failed to start',
  mount: '{name} failed to mount',
  render: '{name} failed to render',
  unmount: '{name} failed to unmount',
};

/** State of one plugin of the import map. */
export class PluginRecord {
  readonly name: string;
  readonly version: string;
  readonly specifier: string;
  readonly address: string;
  /** Imports its code: its name, or its URL if the page was loaded with another version. */
  entry: string;
  /** Left out before its manifest was read; only a changed import map can fix that. */
  problem: boolean;
  /** The operator's import map specifies this URL. */
  readonly fromOperator: boolean;
  /** The plugin is untrusted: it is shown in a frame with these limits. */
  frame: BootFrame | undefined;
  /** Shows it instead of the module of the page, which has none. */
  declare frames?: FramesModule;
  /** Position in the import map. The lower rank wins a conflict. */
  readonly rank: number;
  state: PluginState = { status: 'pending' };
  /** Manifest, once it is valid. */
  manifest: PluginManifest | undefined = undefined;
  /** Paths that a rejected plugin would have owned, as far as its manifest is readable. */
  claims: readonly string[] = [];
  /** Failures that did not stop the plugin: a startup request, an unmount. */
  incidents: readonly PluginFailure[] = [];
  /** Turned off in this browser after crashes. */
  off = false;
  /**
   * Another release set replaced or removed it in this page, or it is untrusted since then. Its
   * code can still run, and adds no contributions.
   */
  removed = false;
  /** Gets each call of a contributed function. */
  track: ((call: Promise<unknown>) => void) | undefined;

  readonly #history: Pick<FailureHistory, 'add'> | undefined;
  readonly #tell: ((news: HealthNews) => void) | undefined;

  constructor(
    plugin: BootPlugin,
    rank: number,
    problem: BootPlugin['problem'] = plugin.problem,
    history?: Pick<FailureHistory, 'add'>,
    tell?: (news: HealthNews) => void,
  ) {
    this.#history = history;
    this.#tell = tell;
    this.name = plugin.name;
    this.version = plugin.version;
    this.specifier = plugin.specifier;
    this.address = plugin.address;
    this.entry = plugin.specifier;
    this.rank = rank;
    this.problem = problem !== undefined;
    this.fromOperator = plugin.fromOperator ?? false;
    this.frame = plugin.frame;
    makeObservable(this, {
      state: observableRef,
      manifest: observableRef,
      incidents: observableRef,
      accept: action,
      refuse: action,
      enter: action,
      fail: action,
      note: action,
    });
    if (problem) this.fail(problem.class, problem.cause);
    const { replaces } = plugin;
    if (replaces) {
      const cause = `${replaces.address} failed to load: ${replaces.cause}. ${plugin.address} is used in its place.`;
      this.note(replaces.class, cause);
    }
  }

  /** Whether the plugin ships with the console. No other plugin can own its paths. */
  get shipped(): boolean {
    return this.specifier.startsWith('@lading/plugin-');
  }

  /** Whether retrying is pointless until the import map changes. */
  get refused(): boolean {
    return this.manifest === undefined && this.state.status === 'failed';
  }

  /** Stores a valid manifest. */
  accept(manifest: PluginManifest): void {
    this.off = false;
    this.manifest = manifest;
    this.enter('pending');
  }

  /** Marks the manifest as invalid. `claims`: the paths that it lists. */
  refuse(failure: FailureClass, cause: string, claims: readonly string[]): void {
    this.claims = claims;
    this.fail(failure, cause);
  }

  enter(status: Exclude<PluginState['status'], 'failed'>): void {
    this.state = { status };
  }

  /**
   * `logAs`: class used for the log line. A mount that times out is logged as a plugin that did not
   * resolve.
   */
  fail(failure: FailureClass, cause: string, error?: unknown, logAs = failure): void {
    this.state = { status: 'failed', failure: this.#report(failure, cause, error, logAs) };
  }

  /** Records a failure that does not change the plugin's state. */
  note(failure: FailureClass, cause: string, error?: unknown): void {
    this.incidents = [...this.incidents, this.#report(failure, cause, error)];
  }

  /** Records the times of a successful load and mount, in milliseconds. */
  timed(loadMs: number, mountMs: number): void {
    const { name: plugin, version } = this;
    this.#tell?.({ plugin, version, loadMs, mountMs });
  }

  #report(failure: FailureClass, cause: string, error: unknown, logAs = failure): PluginFailure {
    const line = FAILURE_LOG[logAs]?.(this.name);
    if (line !== undefined) logFailure(line);
    else logFailure((STAGE_LOG[logAs] ?? logAs).replace('{name}', this.name), error ?? cause);
    const entry = { class: failure, cause, time: Date.now() };
    const { name: plugin, version } = this;
    this.#history?.add({ ...entry, plugin, version });
    this.#tell?.({ plugin, version, class: failure, logAs, cause, error });
    return entry;
  }
}
