export const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type Level = (typeof LEVELS)[number];

export interface ParsedLine {
  readonly level: Level;
  /** `12:00:00.000`, UTC; empty: none. */
  readonly time: string;
  readonly message: string;
  /** `name=value`. */
  readonly fields: string;
}

/** The parts of a line, or undefined for a line that another program wrote. */
export function parseLine(line: string): ParsedLine | undefined {
  if (!line.startsWith('{')) return undefined;
  let values: Record<string, unknown>;
  try {
    values = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  // The ID is long, and looked for by the filter: what happened comes first.
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

/** Its level without parsing the line: `level` is its first field. */
export function levelOf(line: string): Level {
  const level = /^\{"level":"(\w+)"/.exec(line)?.[1];
  return isLevel(level) ? level : 'info';
}

function isLevel(value: unknown): value is Level {
  return LEVELS.some((level) => level === value);
}
