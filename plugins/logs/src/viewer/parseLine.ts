export const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type Level = (typeof LEVELS)[number];

export interface ParsedLine {
  readonly level: Level;
  /** `12:00:00.000` in UTC; empty if missing. */
  readonly time: string;
  readonly message: string;
  /** Other fields, as `name=value`. */
  readonly fields: string;
}

/** Parses a line; returns `undefined` for lines written by other programs. */
export function parseLine(line: string): ParsedLine | undefined {
  if (!line.startsWith('{')) return undefined;
  let values: Record<string, unknown>;
  try {
    values = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  // Puts the request ID last: it is long, and used mainly for filtering.
  const { level, time, msg, requestId, ...rest } = values;
  const others = requestId === undefined ? rest : { ...rest, requestId };
  return {
    level: isLevel(level) ? level : 'info',
    time: typeof time === 'string' ? time.slice(11, 23) : '',
    message: typeof msg === 'string' ? msg : '',
    fields: Object.entries(others)
      .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join(' '),
  };
}

/** Returns the level without parsing the whole line: `level` is its first field. */
export function levelOf(line: string): Level {
  const level = /^\{"level":"(\w+)"/.exec(line)?.[1];
  return isLevel(level) ? level : 'info';
}

function isLevel(value: unknown): value is Level {
  return LEVELS.some((level) => level === value);
}
