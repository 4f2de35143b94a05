/** Maximum length of a message. */
const MAX_LENGTH = 300;
/** Maximum characters of the message that are read: the time of the patterns is quadratic. */
const MAX_READ = 3_000;
const HIDDEN = '…';
/**
 * Surrounds the number of a part that remains; of the private use area, so that no text contains
 * it.
 */
const MARK = '\uE000';
const MARKED = new RegExp(`${MARK}(\\d+)${MARK}`, 'g');
const QUOTED = /(["'`“„])(?:(?!\1)[^”\n])*(?:\1|”)/g;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** The group is the path. */
const URLS = /\b[a-z][a-z+.-]*:\/\/[^\s/?#"'`)]*([^\s?#"'`):]*)[^\s"'`):]*/gi;
const QUERY = /\?[\w%.~-]+=[^\s:]*/g;
const LONG_NUMBER = /\b(?=[\w-]*\d)[\da-f]{4,}(?:-[\da-f]{4,})*\b/gi;
const PROPERTY = /\b(?:reading|setting|evaluating|property) '[\w$]{1,40}'/g;

/**
 * Returns a message without data that can identify a user or an object: queries of URLs, hosts,
 * email addresses, quoted texts, and long numbers. Property names in messages of the browser
 * (`reading 'x'`) remain.
 */
export function withoutUserData(message: string): string {
  const kept: string[] = [];
  const keep = (text: string) => `${MARK}${kept.push(text) - 1}${MARK}`;
  return message
    .slice(0, MAX_READ)
    .replaceAll(MARK, '')
    .replace(PROPERTY, keep)
    .replace(URLS, (_all, path: string) => keep(path || HIDDEN))
    .replace(EMAIL, HIDDEN)
    .replace(QUOTED, `"${HIDDEN}"`)
    .replace(QUERY, '')
    .replace(LONG_NUMBER, HIDDEN)
    .replace(MARKED, (_all, at: string) => kept[Number(at)] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
}
