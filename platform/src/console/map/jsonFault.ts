import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** By the parser's name of the error. */
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
 * Where and why a text that `JSON.parse` refused is not JSON: `offset` counts characters. The engine's own message has no
 * place in it.
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
