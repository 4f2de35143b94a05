import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** Descriptions by the parser's error name. */
const EXPECTED: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected }',
  CloseBracketExpected: 'expected ]',
  EndOfFileExpected: 'expected the end of the file',
  InvalidCommentToken: 'JSON does not support comments',
  UnexpectedEndOfString: 'unterminated string',
};

/**
 * Returns where and why text that `JSON.parse` rejected is invalid JSON. `offset` counts
 * characters. The JavaScript engine's own message has no position.
 */
export function jsonFault(text: string): { offset: number; reason: string } {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (!first) return { offset: 0, reason: 'invalid JSON' };
  const { error, offset, length } = first;
  const found = text.slice(offset, offset + Math.min(length, 40)).trim();
  const expected = EXPECTED[printParseErrorCode(error)] ?? 'unexpected character';
  return { offset, reason: `invalid JSON: ${found ? `at ${JSON.stringify(found)} ` : ''}${expected}` };
}
