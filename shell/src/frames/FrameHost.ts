import type { FailureClass, PluginProps } from '@lading/contract';
import type { CallLimits } from '@lading/contract/validation';
import { autorun, compareStructural, reaction } from 'mobx';
import {
  type FramePart,
  type FrameTask,
  type FromFrame,
  type PartProps,
  readMessage,
  type TaskResult,
  type ToFrame,
} from '../framed/protocol.ts';
import type { FrameSlot } from '../plugins/FramesModule.ts';
import type { Failure } from '../plugins/StageFailure.ts';
import { documentFailure } from './documentFailure.ts';
import { FocusGuard } from './FocusGuard.ts';
import { FrameCalls } from './FrameCalls.ts';
import { FrameFocus } from './FrameFocus.ts';
import { FrameHeight } from './FrameHeight.ts';
import type { FrameServices } from './FrameServices.ts';
import { Heartbeat } from './Heartbeat.ts';
import { RateLimit } from './RateLimit.ts';

/** More messages in one second are a flood. A table that loads rows while it scrolls sends tens. */
const MOST_MESSAGES = 300;
/** Each one is logged, reported, and shown. */
const MOST_RENDER_ERRORS = 10;
/** Each one interrupts the user. */
const MOST_TAKEN_FOCUS = 5;
/** Time for the document to load, which contains no code of the plugin, in milliseconds. */
const LOAD_MS = 60_000;

interface FrameOptions {
  readonly props: PluginProps;
  /** `lading-plugin-tide 1.0.0`, for messages. */
  readonly label: string;
  /** URL of the document. */
  readonly address: string;
  readonly limits: CallLimits;
  readonly services: FrameServices;
  readonly slot: FrameSlot;
  /** Set if shown in a page of another plugin. `maxHeight`: in pixels. */
  readonly part?: FramePart & { readonly maxHeight: number };
  /** The frame is not visible. Gets the results of its tasks. */
  readonly background?: (result: TaskResult) => void;
}

/** The page's side of a frame: shows it, answers its messages, and ends it when it misbehaves. */
export class FrameHost {
  readonly #options: FrameOptions;
  /** The element of the frame. */
  readonly element = document.createElement('iframe');
  readonly #port: MessagePort;
  readonly #far: MessagePort;
  readonly #calls: FrameCalls;
  readonly #heartbeat: Heartbeat;
  /** Knows whether the user works in the frame. */
  readonly guard: FocusGuard;
  readonly #taken = new RateLimit(MOST_TAKEN_FOCUS, 60_000);
  readonly #renderErrors = new RateLimit(MOST_RENDER_ERRORS, 60_000);
  readonly #disposers: (() => void)[] = [];
  /** Resolves the mount. */
  #mounted = () => {};
  /** Removes the title that the plugin has set. */
  #endTitle = () => {};
  #ended = false;
  #loaded = false;
  #second = 0;
  #count = 0;
  #height: FrameHeight | undefined;
  /** Absent if the page belongs to another plugin. */
  readonly #focus: FrameFocus | undefined;
  /** Of the part. */
  #partProps: PartProps;

  constructor(options: FrameOptions) {
    const { services, limits, label } = options;
    this.#options = options;
    this.#partProps = options.part?.props ?? {};
    const { port1, port2 } = new MessageChannel();
    [this.#port, this.#far] = [port1, port2];
    const post = (message: ToFrame) => this.#post(message);
    this.guard = new FocusGuard(this.element, {
      taken: (from) => this.#takeFocus(from),
      isHidden: options.background !== undefined,
    });
    if (!options.part && !options.background)
      this.#focus = new FrameFocus(this.element, this.guard, () => post({ kind: 'focus' }));
    this.#calls = new FrameCalls(services.http, limits, label, post);
    this.#heartbeat = new Heartbeat(
      (id) => post({ kind: 'ping', id }),
      (seconds) => this.#lost(`${label} does not respond for ${seconds} s`),
    );
  }

  /** Resolves when the plugin is mounted in the frame. A failure is reported to the slot. */
  mount(): Promise<void> {
    const { props, address, part } = this.#options;
    const frame = this.element;
    Object.assign(frame.style, { display: 'block', inlineSize: '100%', blockSize: '100%', border: '0' });
    if (part) this.#height = new FrameHeight(frame, part.maxHeight);
    // Neither the page's origin nor pop-ups, downloads, forms, or the URL of the tab.
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.referrerPolicy = 'no-referrer';
    frame.addEventListener('load', () => this.#onLoad());
    this.#port.onmessage = ({ data }) => this.#onMessage(data);
    const mounted = new Promise<void>((resolve) => {
      this.#mounted = resolve;
    });
    // An abandoned attempt is not unmounted before its mount has ended.
    props.shell.signal.addEventListener('abort', () => this.end(), { once: true });
    const timer = setTimeout(() => this.#loaded || void this.#notStarted(), LOAD_MS);
    this.#disposers.push(
      () => clearTimeout(timer),
      autorun(() => {
        frame.title = this.#options.services.title;
      }),
    );
    frame.src = address;
    props.domElement.append(frame);
    return mounted;
  }

  /** Passes changed props to the part. */
  tell(props: PartProps): void {
    if (compareStructural(props, this.#partProps)) return;
    this.#partProps = props;
    // Before that, they are part of the first message.
    if (this.#loaded) this.#post({ kind: 'props', props });
  }

  /** Runs a function in the background. */
  run(id: number, task: FrameTask): void {
    this.#post({ kind: 'run', id, ...task });
  }

  /** A key can reach the frame each time. */
  #takeFocus(from: HTMLElement | undefined): void {
    const isOnce = this.#options.background || from?.matches('[type="password"]');
    if (isOnce || !this.#taken.take()) this.#misbehave('takes the focus from fields of the page');
  }

  /** Removes the frame. Its messages and the responses to its calls are dropped. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#heartbeat.stop();
    this.#height?.end();
    this.guard.end();
    this.#calls.abort();
    this.#port.onmessage = null;
    this.#port.close();
    this.#options.services.end();
    for (const dispose of this.#disposers) dispose();
    this.element.remove();
  }

  /** The first document gets the port. A second one is not that of the platform. */
  #onLoad(): void {
    if (this.#ended) return;
    if (this.#loaded) {
      this.#misbehave('has navigated its frame to another document');
      return;
    }
    this.#loaded = true;
    const { services, part, background } = this.#options;
    // An opaque origin cannot be named. The document is the platform's: nothing else was loaded.
    this.element.contentWindow?.postMessage({ kind: 'port' }, '*', [this.#far]);
    this.#heartbeat.start();
    this.#post({
      kind: 'start',
      state: services.state,
      look: this.#look(),
      ...(part ? { part: { ref: part.ref, props: this.#partProps } } : {}),
      ...(background ? { background: true } : {}),
    });
    const watch = new MutationObserver(() => this.#post({ kind: 'look', look: this.#look() }));
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.#disposers.push(
      () => watch.disconnect(),
      reaction(
        () => services.state,
        (state, before) => {
          this.#post({ kind: 'state', state });
          if (state.place.pathname !== before.place.pathname) this.#focus?.follow();
        },
        { equals: compareStructural },
      ),
      reaction(
        () => services.look,
        () => this.#post({ kind: 'look', look: this.#look() }),
      ),
    );
  }

  #look() {
    return { ...this.#options.services.look, theme: document.documentElement.dataset.theme };
  }

  #onMessage(data: unknown): void {
    if (this.#ended) return;
    const second = Math.floor(performance.now() / 1_000);
    this.#count = second === this.#second ? this.#count + 1 : 1;
    this.#second = second;
    const message = readMessage(data);
    if (this.#count > MOST_MESSAGES) this.#misbehave(`sends more than ${MOST_MESSAGES} messages per second`);
    else if (message) this.#take(message);
    else this.#misbehave('has sent a message that is not part of the contract');
  }

  #take(message: FromFrame): void {
    const { props, services } = this.#options;
    if (message.kind === 'pong') this.#heartbeat.heard(message.id);
    else if (message.kind === 'ready') this.#ready();
    else if (message.kind === 'failed') this.#fail(message.stage, message.message);
    else if (message.kind === 'renderError') this.#renderError(message.message);
    else if (message.kind === 'renderRetry') props.onRenderRetry?.();
    else if (message.kind === 'height') this.#setHeight(message.pixels);
    else if (message.kind === 'result') this.#takeResult(message);
    else if (message.kind === 'call') void this.#calls.make(message);
    else if (message.kind === 'abort') this.#calls.abort(message.id);
    else if (message.kind === 'notify') void services.notify(message.level, message.text);
    else if (message.kind === 'title') this.#setTitle(message.text);
    else if (message.kind === 'heading') this.#setHeading(message.path, message.text);
    else if (message.kind === 'unsaved') services.unsaved(message.reason);
    else if (message.kind === 'go') void this.#done(message.id, services.go(message));
    else if (message.kind === 'confirm') void this.#done(message.id, services.confirm(message));
  }

  #ready(): void {
    this.#mounted();
    this.#focus?.enter();
  }

  #setHeight(pixels: number): void {
    if (this.#height) this.#height.set(pixels);
    else this.#misbehave('changes the height of its page');
  }

  #takeResult(result: TaskResult): void {
    const { background } = this.#options;
    if (background) background(result);
    else this.#misbehave('has sent the result of no task');
  }

  async #done(id: number, work: Promise<unknown>): Promise<void> {
    this.#post({ kind: 'done', id, value: await work.catch(() => undefined) });
  }

  #setTitle(text: string | undefined): void {
    this.#endTitle();
    if (!this.#focus) return;
    this.#endTitle = text === undefined ? () => {} : this.#options.props.shell.setTitle(text);
  }

  /** As recently viewed pages read it: the page of the plugin is out of their reach. */
  #setHeading(path: string, text: string): void {
    const isShown = path === this.#options.services.state.place.pathname;
    if (this.#focus && isShown) this.element.dataset.heading = text;
  }

  #renderError(message: string): void {
    const { onRenderError } = this.#options.props;
    if (!this.#focus) this.#fail('render', message);
    else if (this.#renderErrors.take()) onRenderError?.(new Error(message));
    else this.#misbehave(`has failed to render more than ${MOST_RENDER_ERRORS} times in a minute`);
  }

  #lost(message: string): void {
    if (this.#heartbeat.responded) this.#fail('timeout', message);
    else void this.#notStarted();
  }

  async #notStarted(): Promise<void> {
    const { address, label } = this.#options;
    const failure = await documentFailure(address, label);
    if (!this.#heartbeat.responded) this.#crash(failure);
    // The plugin was only slow.
    else if (!this.#ended) this.#heartbeat.start();
  }

  #misbehave(what: string): void {
    this.#fail('render', `${this.#options.label} ${what}`);
  }

  #fail(failure: FailureClass, message: string): void {
    this.#crash({ class: failure, message, resolved: true });
  }

  #crash(failure: Failure): void {
    if (this.#ended) return;
    this.end();
    this.#options.slot.crash(failure);
  }

  #post(message: ToFrame): void {
    if (!this.#ended) this.#port.postMessage(message);
  }
}
