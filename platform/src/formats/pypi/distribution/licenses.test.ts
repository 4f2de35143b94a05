import { describe, expect, it } from 'vitest';
import { parseCoreMetadata } from './coreMetadata.ts';
import { licensesOf } from './licenses.ts';

const mit = [
  'License: MIT License',
  '        ',
  '        Permission is hereby granted, free of charge, to any person obtaining a copy of this software, subject to:',
  '        The above copyright notice and this permission notice shall be included in all copies.',
  '        THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND.',
];

describe('the licenses of a distribution', () => {
  it.each<[string[], string[]]>([
    [['License-Expression: MIT OR Apache-2.0', 'License: GPL'], ['MIT OR Apache-2.0']],
    [['Classifier: License :: OSI Approved :: MIT License', 'License: whatever'], ['MIT']],
    // An ambiguous classifier defers to the license field.
    [
      ['Classifier: License :: OSI Approved :: BSD License', 'License: BSD 3-Clause License'],
      ['BSD-3-Clause'],
    ],
    [['License: Apache License, Version 2.0'], ['Apache-2.0']],
    [['License: GPL v2+'], ['GPL-2.0-or-later']],
    [['License: LGPL-2.1'], ['LGPL-2.1-only']],
    [['License: Our own terms'], ['Our own terms']],
    // Many projects put the full license text there.
    [mit, ['MIT']],
    [['License: UNKNOWN'], []],
    [[], []],
  ])('of %j are %j', (headers, expected) => {
    const text = ['Metadata-Version: 2.1', 'Name: a', 'Version: 1', ...headers].join('\n');
    expect(licensesOf(parseCoreMetadata(text))).toEqual(expected);
  });
});
