import { describe, expect, it } from 'vitest';
import { mit } from '../formats/go/testing/samples.ts';
import { licenseOfText } from './licenseOfText.ts';

describe('the license of a text', () => {
  it('is returned if it is clear', () => {
    expect(licenseOfText(mit)).toBe('MIT');
    expect(licenseOfText('// SPDX-License-Identifier: MIT OR Apache-2.0\n')).toBe('MIT OR Apache-2.0');
    expect(
      licenseOfText(
        '                    GNU GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007\n',
      ),
    ).toBe('GPL-3.0-only');
    expect(licenseOfText('All rights reserved.')).toBeUndefined();
  });
});
