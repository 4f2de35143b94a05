import { HttpFailure, type TableCell } from '@lading/contract';
import type { TaskResult } from '../framed/protocol.ts';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Failure } from '../plugins/StageFailure.ts';
import type { Shell } from '../Shell.ts';
import { ColumnCalls } from './ColumnCalls.ts';
import { FrameHost } from './FrameHost.ts';
import { failureOf, frameOf } from './frameOf.ts';
import { DIALOG } from './heldByPage.ts';
import { RateLimit } from './RateLimit.ts';
import { frameServices } from './shellServices.ts';

/**
 * `check`: whether an action is available. `action` and `command`: the user has started it, so that
 * it can notify, ask, and open pages of the plugin. `column`: the values of shown rows.
 */
export type TaskKind = 'check' | 'action' | 'command' | 'column';

/**
 * Seconds for a task, with the loading of its frame; for actions and commands without those with an
 * open dialog. Menus wait for a check for 5 s, tables for a column for 60 s.
 */
const MOST_S: Readonly<Record<TaskKind, number>> = { check: 6, action: 30, command: 30, column: 25 };
/** A menu asks for all actions of a row, and a user can open another one before. */
const MOST_TASKS = 20;
/** The next task soon does not load the frame again. */
const REST_MS = 60_000;
/** Longest failure that is shown to the user, in characters. */
const MOST_TEXT = 300;
/** Columns, which need no action of the user, do not start a frame that often ends in a minute. */
const MOST_CRASHES = 3;

type Value = boolean | readonly TableCell[];
interface Waiting {
  readonly resolve: (value: Value) => void;
  readonly reject: (failure: Error) => void;
}
interface Open {
  readonly host: FrameHost;
  readonly mounted: Promise<void>;
  readonly end: AbortController;
}

/** Frame of an untrusted plugin that is not visible and runs its functions, until it rests. */
export class BackgroundFrame {
  readonly #shell: Shell;
  readonly #record: PluginRecord;
  readonly #waiting = new Map<number, Waiting>();
  /** By the reference of the column. */
  readonly #columns = new Map<string, ColumnCalls>();
  readonly #crashes = new RateLimit(MOST_CRASHES, 60_000);
  /** Of the last crash. */
  #crash: Error | undefined;
  /** Actions and commands that the user has started. */
  #actions = 0;
  #last = 0;
  #open: Open | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(shell: Shell, record: PluginRecord) {
    this.#shell = shell;
    this.#record = record;
  }

  /**
   * Runs a function. Resolves to whether it returned `true`, or to the values of a column, whose
   * argument is a list of rows.
   */
  async run(kind: TaskKind, ref: string, argument: unknown): Promise<Value> {
    // Rows are plain, but can be observed by the page.
    const plain = JSON.parse(JSON.stringify(argument) ?? 'null') as unknown;
    if (kind !== 'column') return this.#run(kind, ref, plain);
    const calls = this.#columns.get(ref) ?? new ColumnCalls();
    this.#columns.set(ref, calls);
    return calls.make(
      () => this.#run(kind, ref, plain),
      () => this.#failure('has too many rows to load at the same time'),
    );
  }

  async #run(kind: TaskKind, ref: string, argument: unknown): Promise<Value> {
    if (this.#waiting.size >= MOST_TASKS) throw this.#failure('runs too many functions at the same time');
    if (kind === 'column' && !this.#open && this.#crash && this.#crashes.reached) throw this.#crash;
    clearTimeout(this.#timer);
    const id = ++this.#last;
    const isAction = kind === 'action' || kind === 'command';
    if (isAction) this.#actions++;
    const result = new Promise<Value>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const clock = this.#limit(id, kind, isAction, ref);
    try {
      this.#open ??= this.#start();
      const { host, mounted } = this.#open;
      void mounted.then(() => this.#waiting.has(id) && host.run(id, { ref, argument }));
      return await result;
    } finally {
      clearInterval(clock);
      if (isAction) this.#actions--;
      this.#waiting.delete(id);
      this.#rest();
    }
  }

  /** Gives a task up that takes too long. */
  #limit(id: number, kind: TaskKind, isAction: boolean, ref: string): ReturnType<typeof setInterval> {
    const most = MOST_S[kind];
    let passed = 0;
    return setInterval(() => {
      if (isAction && document.querySelector(DIALOG)) return;
      passed++;
      if (passed < most) return;
      const error = this.#failure(`the ${kind} took longer than ${most} s`);
      this.#waiting.get(id)?.reject(error);
      this.#waiting.delete(id);
      this.#columns.get(ref)?.giveUp(error);
      // It may still run, and must not reach the page during another action.
      if (isAction) this.#end();
    }, 1_000);
  }

  #start(): Open {
    const { name } = this.#record;
    const domElement = document.body.appendChild(document.createElement('div'));
    // Not seen, and not reached by keyboard. Its own code can still focus it, which ends it.
    domElement.inert = true;
    Object.assign(domElement.style, {
      position: 'fixed',
      inlineSize: '0',
      blockSize: '0',
      overflow: 'hidden',
    });
    const end = new AbortController();
    const host = new FrameHost({
      ...frameOf(this.#shell, this.#record),
      props: { name, domElement, shell: this.#shell.apiFor(this.#record, end.signal) },
      background: (result) => this.#take(result),
      slot: { crash: (failure) => this.#crashed(failure) },
      services: frameServices(this.#shell, this.#record, {
        title: name,
        isInUse: async () => this.#actions > 0,
      }),
    });
    end.signal.addEventListener('abort', () => domElement.remove());
    return { host, mounted: host.mount(), end };
  }

  #take({ id, value, cells, failure, status }: TaskResult): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (failure === undefined) waiting?.resolve(cells ?? value);
    else {
      const error = this.#failure(failure.slice(0, MOST_TEXT));
      // The server failed, not the plugin.
      waiting?.reject(status === undefined ? error : new HttpFailure(status, error.message));
    }
  }

  #failure(message: string): Error {
    const failure: Failure = { class: 'render', message, resolved: true };
    return failureOf(this.#record, failure);
  }

  #rest(): void {
    // Several tasks of an ended frame come here, while the next frame can already be open.
    clearTimeout(this.#timer);
    if (this.#open && this.#waiting.size === 0) this.#timer = setTimeout(() => this.#end(), REST_MS);
  }

  #crashed(failure: Failure): void {
    this.#crash = failureOf(this.#record, failure);
    // Without a connection, the plugin is not the cause.
    if (failure.class !== 'network') this.#crashes.take();
    this.#end(this.#crash);
  }

  #end(error = this.#failure('was ended')): void {
    clearTimeout(this.#timer);
    this.#open?.end.abort();
    this.#open = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    for (const calls of this.#columns.values()) calls.giveUp(error);
  }
}
