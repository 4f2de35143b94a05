import type { TaskResult } from '../framed/protocol.ts';
import { DeadlinePassed, within } from '../plugins/deadline.ts';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Failure } from '../plugins/StageFailure.ts';
import type { Shell } from '../Shell.ts';
import { FrameHost } from './FrameHost.ts';
import { failureOf, frameOf } from './frameOf.ts';
import { frameServices } from './shellServices.ts';

/** Time for an action, with the loading of its frame, in milliseconds. */
const TASK_MS = 30_000;
/** A menu asks for all actions of a row, and a user can open another one before. */
const MOST_TASKS = 20;
/** The next task soon does not load the frame again. */
const REST_MS = 60_000;
/** Longest failure that is shown to the user, in characters. */
const MOST_TEXT = 300;

interface Waiting {
  readonly resolve: (value: boolean) => void;
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
  /** Actions that the user has started. */
  #actions = 0;
  #last = 0;
  #open: Open | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(shell: Shell, record: PluginRecord) {
    this.#shell = shell;
    this.#record = record;
  }

  /**
   * Runs a function. `isAction`: the user has started it, so that it can notify, ask, and open
   * pages of the plugin. Resolves to whether it returned `true`.
   */
  async run(ref: string, argument: unknown, isAction: boolean): Promise<boolean> {
    if (this.#waiting.size >= MOST_TASKS) throw this.#failure('runs too many functions at the same time');
    clearTimeout(this.#timer);
    const id = ++this.#last;
    if (isAction) this.#actions++;
    const result = new Promise<boolean>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#open ??= this.#start();
    const { host, mounted } = this.#open;
    // Rows are plain, but can be observed by the page.
    const plain = JSON.parse(JSON.stringify(argument ?? null)) as unknown;
    void mounted.then(() => host.run(id, { ref, argument: plain }));
    try {
      return await within(TASK_MS, result, ref);
    } catch (error) {
      if (!(error instanceof DeadlinePassed)) throw error;
      const failure = this.#failure(error.message);
      // The function may still run.
      this.#end(failure);
      throw failure;
    } finally {
      if (isAction) this.#actions--;
      this.#waiting.delete(id);
      this.#rest();
    }
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
      slot: { crash: (failure) => this.#end(failureOf(this.#record, failure)) },
      services: frameServices(this.#shell, this.#record, {
        title: name,
        isInUse: async () => this.#actions > 0,
      }),
    });
    end.signal.addEventListener('abort', () => domElement.remove());
    return { host, mounted: host.mount(), end };
  }

  #take({ id, value, failure }: TaskResult): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (failure === undefined) waiting?.resolve(value);
    else waiting?.reject(this.#failure(failure.slice(0, MOST_TEXT)));
  }

  #failure(message: string): Error {
    const failure: Failure = { class: 'render', message, resolved: true };
    return failureOf(this.#record, failure);
  }

  #rest(): void {
    if (this.#waiting.size === 0) this.#timer = setTimeout(() => this.#end(), REST_MS);
  }

  #end(error = this.#failure('was ended')): void {
    clearTimeout(this.#timer);
    this.#open?.end.abort();
    this.#open = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
