import type { TaskResult } from '../framed/protocol.ts';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Failure } from '../plugins/StageFailure.ts';
import type { Shell } from '../Shell.ts';
import { FrameHost } from './FrameHost.ts';
import { failureOf, frameOf } from './frameOf.ts';
import { DIALOG } from './heldByPage.ts';
import { frameServices } from './shellServices.ts';

/** Seconds for an action, with the loading of its frame, without those with an open dialog. */
const ACTION_S = 30;
/** Seconds to tell whether an action is available. Menus wait for 5 s. */
const CHECK_S = 6;
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
    // Rows are plain, but can be observed by the page.
    const plain = JSON.parse(JSON.stringify(argument) ?? 'null') as unknown;
    clearTimeout(this.#timer);
    const id = ++this.#last;
    if (isAction) this.#actions++;
    const result = new Promise<boolean>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const clock = this.#limit(id, isAction);
    try {
      this.#open ??= this.#start();
      const { host, mounted } = this.#open;
      void mounted.then(() => host.run(id, { ref, argument: plain }));
      return await result;
    } finally {
      clearInterval(clock);
      if (isAction) this.#actions--;
      this.#waiting.delete(id);
      this.#rest();
    }
  }

  /** Gives a task up that takes too long. */
  #limit(id: number, isAction: boolean): ReturnType<typeof setInterval> {
    const [what, most] = isAction ? ['action', ACTION_S] : ['check', CHECK_S];
    let passed = 0;
    return setInterval(() => {
      if (isAction && document.querySelector(DIALOG)) return;
      passed++;
      if (passed < most) return;
      this.#waiting.get(id)?.reject(this.#failure(`the ${what} took longer than ${most} s`));
      this.#waiting.delete(id);
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
