import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** By the parser's name of the error. */
const EXPECTED: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a } is expected',
  CloseBracketExpected: 'a ] is expected',
  EndOfFileExpected: 'the end is expected',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfString: 'a text does not end',
};

/**
 * Where and why a text that `JSON.parse` refused is not JSON: `offset` counts characters. The engine's own message has no
 * place in it.
 */
export function jsonFault(text: string): { offset: number; reason: string } {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (!first) return { offset: 0, reason: 'it is not JSON' };
  const { error, offset, length } = first;
  const found = text.slice(offset, offset + Math.min(length, 40)).trim();
  const expected = EXPECTED[printParseErrorCode(error)] ?? 'this cannot stand in JSON';
  return { offset, reason: `it is not JSON: ${found ? `at ${JSON.stringify(found)} ` : ''}${expected}` };
}
