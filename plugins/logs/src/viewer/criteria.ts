import { LEVELS, type Level, levelOf } from './parseLine.ts';

/** Conditions of a line. Empty ones match all lines. */
export interface Criteria {
  /** Minimum level. */
  readonly level: Level | '';
  readonly text: string;
  /** Part of the request ID. */
  readonly requestId: string;
  /** Part of the name of a user, also of the user who made a change. */
  readonly user: string;
}

export const NO_CRITERIA: Criteria = { level: '', text: '', requestId: '', user: '' };

export const isActive = (criteria: Criteria): boolean => Object.values(criteria).some(Boolean);

/** Returns whether a line matches. Lines of other programs have no request ID and no user. */
export function matcherOf({ level, text, requestId, user }: Criteria): (line: string) => boolean {
  const least = level === '' ? 0 : LEVELS.indexOf(level);
  const wanted = [text, requestId, user].filter(Boolean).map((each) => each.toLowerCase());
  return (line) => {
    if (least > 0 && LEVELS.indexOf(levelOf(line)) < least) return false;
    if (wanted.length === 0) return true;
    const lower = line.toLowerCase();
    // Most lines are rejected without being parsed.
    if (!wanted.every((each) => lower.includes(each))) return false;
    if (requestId === '' && user === '') return true;
    const fields = fieldsOf(line);
    return has(fields.requestId, requestId) && (has(fields.user, user) || has(fields.by, user));
  };
}

const has = (value: unknown, part: string) =>
  part === '' || (typeof value === 'string' && value.toLowerCase().includes(part.toLowerCase()));

function fieldsOf(line: string): Record<string, unknown> {
  try {
    return (JSON.parse(line) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
