import { currentConnected, withStorage } from './db.ts';

/**
 * Answers the questions of all requests that arrive together with one query. Each answer is read after its question was
 * put, so that it is never older than the request.
 */
export class Batch<Question, Answer> {
  readonly #ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  #waiting: { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] =
    [];

  /** The answers come in the order of the questions. */
  constructor(ask: (questions: readonly Question[]) => Promise<readonly Answer[]>) {
    this.#ask = ask;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (this.#waiting.length > 1) return;
      // Outside of any transaction: the others' questions have nothing to do with it.
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
