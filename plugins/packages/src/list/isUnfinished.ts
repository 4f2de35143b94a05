import { FORMATS } from '../formats/formats.ts';

const TYPES = FORMATS.flatMap(({ type, aliases = [] }) => [type, ...aliases]).map((type) =>
  type.toLowerCase(),
);
const SEVERITIES = ['critical', 'high', 'medium', 'low'];

/**
 * Whether the text ends within a condition or a quotation, or with the beginning of a value, which
 * the platform would reject.
 */
export function isUnfinished(typed: string): boolean {
  return (
    (typed.split('"').length - 1) % 2 === 1 ||
    /(?:^|\s)-?[a-z]+(?::(?:\S*[<>=])?|[<>]=?|=)$/i.test(typed) ||
    isBegin(TYPES, /(?:^|\s)-?type[:=](?:\S*,)?([^\s,"]*)$/i.exec(typed)?.[1]) ||
    isBegin(SEVERITIES, /(?:^|\s)severity(?::|[<>]=?|=)([^\s,"]*)$/i.exec(typed)?.[1])
  );
}

/** Whether the text is the beginning of a value, but not a complete one. */
function isBegin(values: readonly string[], text = ''): boolean {
  const lower = text.toLowerCase();
  return !values.includes(lower) && lower !== '' && values.some((value) => value.startsWith(lower));
}
