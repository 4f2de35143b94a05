import { withoutValues } from '../withoutValues.ts';

/** Level of a message, as in the log of this server. */
type MessageLevel = 'info' | 'warn' | 'error';

export interface PostgresMessage {
  level: MessageLevel;
  /** SQLSTATE, such as `53100` for a full disk. */
  code: string;
  text: string;
}

/** Prefix of the lines of PostgreSQL, before the severity. */
export const linePrefix = '%e [%p] ';

const levels: Readonly<Record<string, MessageLevel>> = {
  LOG: 'info',
  WARNING: 'warn',
  // The request that sent a failed query reports it too.
  ERROR: 'warn',
  FATAL: 'error',
  PANIC: 'error',
};

/** During each start, connections are attempted until one is accepted. */
const starting = '57P03';
const maxLineLength = 8000;
/**
 * Messages that are passed on per minute, so that failing queries cannot fill the log. Each kind of
 * severe message has a limit of its own, so that others cannot displace it.
 */
const maxPerMinute = 200;
/** Classes of missing resources, system errors, and corrupted data. */
const severeClass = /^(?:53|58|XX)/;
const minuteMs = 60_000;
/** Length of the text that explains why a server ended, in characters. */
const maxRecent = 4000;

/**
 * Reads the messages that PostgreSQL writes to its standard error. Only the first line of each is
 * passed on, without quoted values: details, contexts, and statements can contain content of rows.
 */
export class PostgresLog {
  readonly #pass: (message: PostgresMessage) => void;
  readonly #now: () => number;
  #rest = '';
  #recent = '';
  /** Whether a line had the prefix. Lines before it are of the loader or of the command line. */
  #hasBegun = false;
  #minute = { began: Number.NEGATIVE_INFINITY, counts: new Map<string, number>() };

  /** `now` is in milliseconds. */
  constructor(pass: (message: PostgresMessage) => void, now = () => performance.now()) {
    this.#pass = pass;
    this.#now = now;
  }

  add(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, maxLineLength);
    for (const line of lines) {
      this.#hasBegun ||= prefixed.test(line);
      const found = parse(line);
      if (found) this.#limited(found);
      if (found) this.#note(`${found.message.code} ${found.message.text}`);
      else if (!this.#hasBegun) this.#note(line);
    }
  }

  /**
   * The last messages, without values, and lines before the first message. Explains why the server
   * ended.
   */
  get recent(): string {
    const unfinished = this.#hasBegun || prefixed.test(this.#rest) ? '' : this.#rest;
    return `${this.#recent}${unfinished}`.trim();
  }

  #note(line: string): void {
    this.#recent = `${this.#recent}${line}\n`.slice(-maxRecent);
  }

  #limited({ message, severity }: Parsed): void {
    const now = this.#now();
    if (now - this.#minute.began >= minuteMs) {
      const dropped = [...this.#minute.counts.values()].reduce(
        (sum, count) => sum + Math.max(0, count - maxPerMinute),
        0,
      );
      if (dropped > 0)
        this.#pass({ level: 'warn', code: '', text: `${dropped} further messages were not logged` });
      this.#minute = { began: now, counts: new Map() };
    }
    const isSevere = severity === 'FATAL' || severeClass.test(message.code);
    const kind = isSevere ? `${severity} ${message.code}` : '';
    // The server ends after a panic, so panics are few.
    if (severity === 'PANIC' || this.#count(kind) <= maxPerMinute) this.#pass(message);
  }

  #count(kind: string): number {
    const count = (this.#minute.counts.get(kind) ?? 0) + 1;
    this.#minute.counts.set(kind, count);
    return count;
  }
}

const prefixed = /^\w{5} \[\d+\] /;

interface Parsed {
  message: PostgresMessage;
  severity: string;
}

function parse(line: string): Parsed | undefined {
  const [, code = '', severity = '', text = ''] = /^(\w{5}) \[\d+\] ([A-Z]+): {2}(.*)$/.exec(line) ?? [];
  const level = levels[severity];
  if (!level || code === starting) return undefined;
  return { message: { level, code, text: withoutValues(text) }, severity };
}
