/** Where a command writes. */
export interface Terminal {
  say(line: string): void;
  complain(line: string): void;
  /** Replaces the current line; absent where the output is no terminal. */
  redraw?(line: string): void;
}

const texts = { database: 'Database', blobs: 'Blobs', verify: 'Verifying' };
/** Percent between two lines in a log. */
const step = 20;

/** The progress of a command: one line that changes, or a few lines where the output is a file. */
export class ProgressLine {
  readonly #terminal: Terminal;
  #shown = '';
  #open = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(phase: keyof typeof texts, done: number, total: number): void {
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
    const { redraw, say } = this.#terminal;
    const line = `${texts[phase]} ${redraw ? percent : percent - (percent % step)} %`;
    if (line === this.#shown) return;
    this.#shown = line;
    this.#open = redraw !== undefined;
    (redraw ?? say)(line);
  }

  end(): void {
    if (this.#open) this.#terminal.redraw?.('');
    this.#open = false;
  }
}
