import { describe, expect, it } from 'vitest';
import { mit } from '../formats/go/testing/samples.ts';
import { licenceOfText } from './licenceOfText.ts';

describe('the licence of a text', () => {
  it('is said where it is plain', () => {
    expect(licenceOfText(mit)).toBe('MIT');
    expect(licenceOfText('// SPDX-License-Identifier: MIT OR Apache-2.0\n')).toBe('MIT OR Apache-2.0');
    expect(
      licenceOfText(
        '                    GNU GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007\n',
      ),
    ).toBe('GPL-3.0-only');
    expect(licenceOfText('All rights reserved.')).toBeUndefined();
  });
});
