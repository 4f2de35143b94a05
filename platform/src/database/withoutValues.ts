/** Words before the name of something that is not content. */
const names =
  /\b(?:constraint|relation|column|table|index|database|role|type|file|directory|parameter|encoding|sequence|extension|socket) $/;

/** Ends of messages after a value. Other text can be a part of the value, which is not escaped. */
const knownEnds =
  /(?: is out of range for type (?:smallint|integer|bigint|real|double precision|oid)| does not exist| already exists)?(?: at character \d{1,6})?$/;

/**
 * Replaces, in a message of PostgreSQL, everything from the first quoted text that is no name, such
 * as of a constraint or a file. A value can contain quotes and, in part, another message, so its
 * end is unknown.
 */
export function withoutValues(text: string): string {
  for (const { 0: quoted, index } of text.matchAll(/"[^"]*"?/g)) {
    if (names.test(text.slice(0, index)) && quoted.length > 1 && quoted.endsWith('"')) continue;
    return `${text.slice(0, index)}…${knownEnds.exec(text.slice(index))?.[0] ?? ''}`;
  }
  return text;
}
