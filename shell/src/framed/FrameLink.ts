import { HttpFailure } from '@lading/contract';
import type { FrameCall, FrameQuestion, FrameTarget, FromFrame, ToFrame } from './protocol.ts';

type Answer = Extract<ToFrame, { kind: 'done' | 'response' | 'failure' }>;
type Response = Extract<ToFrame, { kind: 'response' }>;
type Question = ({ readonly kind: 'go' } & FrameTarget) | ({ readonly kind: 'confirm' } & FrameQuestion);
interface Waiting {
  readonly resolve: (answer: Exclude<Answer, { kind: 'failure' }>) => void;
  readonly reject: (failure: HttpFailure) => void;
}

/** The plugin's side of the port: questions with answers. */
export class FrameLink {
  readonly post: (message: FromFrame) => void;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(post: (message: FromFrame) => void) {
    this.post = post;
  }

  /** Handles an answer of the page. */
  take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.kind !== 'failure') waiting?.resolve(answer);
    else waiting?.reject(new HttpFailure(answer.status, answer.message, answer.code, answer.body));
  }

  async call(call: FrameCall, signal: AbortSignal): Promise<Response> {
    signal.throwIfAborted();
    const { id, answer } = this.#wait();
    let stop = () => {};
    const aborted = new Promise<never>((_, reject) => {
      stop = () => {
        this.#waiting.delete(id);
        this.post({ kind: 'abort', id });
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
    });
    this.post({ kind: 'call', id, ...call });
    try {
      return (await Promise.race([answer, aborted])) as Response;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Asks a question; the value is checked by the caller. */
  async ask(question: Question): Promise<unknown> {
    const { id, answer } = this.#wait();
    this.post({ ...question, id });
    const done = await answer;
    return done.kind === 'done' ? done.value : undefined;
  }

  #wait() {
    const id = ++this.#last;
    const answer = new Promise<Exclude<Answer, { kind: 'failure' }>>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    return { id, answer };
  }
}
