import type { FrameQuestion } from '../framed/protocol.ts';
import type { Shell } from '../Shell.ts';
import { RateLimit } from './RateLimit.ts';

/** Number of canceled questions in a minute after which the user is no longer asked. */
const MOST_CANCELED = 2;

/** Asks the user on behalf of a frame, one question at a time. */
export class FrameQuestions {
  readonly #modals: Shell['modals'];
  readonly #name: string;
  readonly #canceled = new RateLimit(MOST_CANCELED, 60_000);
  #isAsking = false;
  #dialog: Element | null = null;

  /** `name`: of the plugin. */
  constructor(modals: Shell['modals'], name: string) {
    this.#modals = modals;
    this.#name = name;
  }

  /** Resolves to the answer, or to `false` if the user is not asked. */
  async ask(
    { title, text, verb, danger }: FrameQuestion,
    isShown: () => Promise<boolean>,
    answered: () => void = () => {},
  ): Promise<boolean> {
    if (this.#isAsking || this.#canceled.reached) return false;
    this.#isAsking = true;
    try {
      if (!(await isShown())) return false;
      const answer = this.#modals.confirm({ title: `${this.#name}: ${title}`, text, verb, danger });
      this.#dialog = document.body.lastElementChild;
      const agreed = await answer;
      answered();
      if (!agreed) this.#canceled.take();
      return agreed;
    } finally {
      this.#isAsking = false;
      this.#dialog = null;
    }
  }

  /** Closes the question of a frame that has ended: nothing gets the answer. */
  end(): void {
    if (this.#dialog instanceof HTMLDialogElement) this.#dialog.close();
  }
}
