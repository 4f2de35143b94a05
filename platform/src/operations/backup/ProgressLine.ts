/** Output of a command. */
export interface Terminal {
  say(line: string): void;
  complain(line: string): void;
  /** Replaces the current line. Absent if the output is not a terminal. */
  redraw?(line: string): void;
}

const texts = { database: 'Database', blobs: 'Blobs', verify: 'Verifying' };
/** Percentage between two lines in a log. */
const stepPercent = 20;

/**
 * Shows the progress of a command: one line that is updated, or a few lines if the output is a
 * file.
 */
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
    const line = `${texts[phase]} ${redraw ? percent : percent - (percent % stepPercent)} %`;
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
