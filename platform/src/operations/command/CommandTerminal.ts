import type { Terminal } from '../backup/ProgressLine.ts';

export interface CommandTerminal extends Terminal {
  /** Reads one line of standard input, without showing it. `prompt` is for a terminal. */
  readPassword?(prompt?: string): Promise<string>;
}
