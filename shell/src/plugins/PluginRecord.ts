import type { FailureClass, PluginFailure, PluginManifest, PluginState } from '@lading/contract';
import { FAILURE_LOG } from '@lading/contract';
import type { BootPlugin } from '@lading/contract/rest';
import { action, makeObservable, observableRef } from 'mobx';
import { logFailure } from '../log/log.ts';
import type { FailureHistory } from './FailureHistory.ts';

/** What the log says where the table of failures leaves it to the stage that failed. */
const STAGE_LOG: Partial<Record<FailureClass, string>> = {
  'startup-request': 'A start-up request of {name} failed',
  bootstrap: '{name} failed to start',
  mount: '{name} failed to mount',
  render: '{name} failed to render',
  unmount: '{name} failed to unmount',
};

/** What the shell knows of one plug-in of the map. */
export class PluginRecord {
  readonly name: string;
  readonly version: string;
  readonly specifier: string;
  readonly address: string;
  /** It was left out before its manifest was read; only another map changes that. */
  readonly problem: boolean;
  /** The operator's map specifies this address. */
  readonly fromOperator: boolean;
  /** Its place in the map: who comes first wins a conflict. */
  readonly rank: number;
  state: PluginState = { status: 'pending' };
  /** Once it has passed the validator. */
  manifest: PluginManifest | undefined = undefined;
  /** Paths that it would answer, as far as that can be told of a plug-in that was refused. */
  claims: readonly string[] = [];
  /** Failures that did not end it: a start-up request, an unmount. */
  incidents: readonly PluginFailure[] = [];

  readonly #history: Pick<FailureHistory, 'add'> | undefined;

  constructor(
    plugin: BootPlugin,
    rank: number,
    problem: BootPlugin['problem'] = plugin.problem,
    history?: Pick<FailureHistory, 'add'>,
  ) {
    this.#history = history;
    this.name = plugin.name;
    this.version = plugin.version;
    this.specifier = plugin.specifier;
    this.address = plugin.address;
    this.rank = rank;
    this.problem = problem !== undefined;
    this.fromOperator = plugin.fromOperator ?? false;
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

  /** Comes with the console: its paths are nobody else's. */
  get shipped(): boolean {
    return this.specifier.startsWith('@lading/plugin-');
  }

  /** There is nothing to try again before the map changes. */
  get refused(): boolean {
    return this.manifest === undefined && this.state.status === 'failed';
  }

  /** Its manifest has passed the validator. */
  accept(manifest: PluginManifest): void {
    this.manifest = manifest;
    this.enter('pending');
  }

  /** Its manifest has not passed; `claims` are the paths that it names. */
  refuse(failure: FailureClass, cause: string, claims: readonly string[]): void {
    this.claims = claims;
    this.fail(failure, cause);
  }

  enter(status: Exclude<PluginState['status'], 'failed'>): void {
    this.state = { status };
  }

  /** `logAs`: the class whose line the log gets; a mount that times out is logged as a plugin that did not resolve. */
  fail(failure: FailureClass, cause: string, error?: unknown, logAs = failure): void {
    this.state = { status: 'failed', failure: this.#report(failure, cause, error, logAs) };
  }

  /** Notes a failure that leaves the plug-in as it is. */
  note(failure: FailureClass, cause: string, error?: unknown): void {
    this.incidents = [...this.incidents, this.#report(failure, cause, error)];
  }

  #report(failure: FailureClass, cause: string, error: unknown, logAs = failure): PluginFailure {
    const line = FAILURE_LOG[logAs]?.(this.name);
    if (line !== undefined) logFailure(line);
    else logFailure((STAGE_LOG[logAs] ?? logAs).replace('{name}', this.name), error ?? cause);
    const entry = { class: failure, cause, time: Date.now() };
    this.#history?.add({ ...entry, plugin: this.name, version: this.version });
    return entry;
  }
}
