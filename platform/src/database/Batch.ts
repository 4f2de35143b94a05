import { currentConnected, withStorage } from './db.ts';

/**
 * Batches concurrent questions into one query. Each question is asked after it was put, so an
 * answer is never older than its request.
 */
export class Batch<Question, Answer> {
  readonly #ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  #waiting: { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] =
    [];

  /** `ask` returns the answers in the order of the questions. */
  constructor(ask: (questions: readonly Question[]) => Promise<readonly Answer[]>) {
    this.#ask = ask;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (this.#waiting.length > 1) return;
      // Outside of any transaction, because the batch contains questions of other requests.
      const storage = currentConnected();
      setImmediate(() => withStorage(storage, () => void this.#flush()));
    });
  }

  async #flush(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = [];
    try {
      const answers = await this.#ask(asked.map(({ question }) => question));
      for (const [at, { resolve }] of asked.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
