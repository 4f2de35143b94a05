import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Reads one line of standard input, without showing it on a terminal. Empty at the end of the
 * input.
 */
export async function readPassword(prompt = 'New password: '): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(prompt);
  const hidden = new Writable({ write: (_text, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: isTerminal });
  try {
    const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
    return line ?? '';
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}
