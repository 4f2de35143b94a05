import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('a line of CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('has %j as a text, not as a formula', (text) => {
    expect(csvLine([text]).replace(/^"/, '').startsWith(`'`)).toBe(true);
  });

  it('quotes, joins lists, and leaves numbers and empty cells as they are', () => {
    expect(csvLine(['a,"b"', 'x\ny', ['MIT', 'ISC'], -5, true, null, undefined])).toBe(
      '"a,""b""","x\ny",MIT; ISC,-5,true,,\r\n',
    );
    expect(csvLine([['=a', 'b']])).toBe("'=a; b\r\n");
  });
});
