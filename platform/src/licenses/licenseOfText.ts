/**
 * Phrases that a license's text must contain, and phrases that it must not contain. The first match
 * wins.
 */
const known: readonly [spdx: string, has: readonly string[], lacks?: readonly string[]][] = [
  [
    'Apache-2.0',
    ['apache license', 'version 2.0', 'terms and conditions for use, reproduction, and distribution'],
  ],
  ['AGPL-3.0-only', ['gnu affero general public license version 3, 19 november 2007']],
  ['LGPL-3.0-only', ['gnu lesser general public license version 3, 29 june 2007']],
  ['LGPL-2.1-only', ['gnu lesser general public license version 2.1, february 1999']],
  ['GPL-3.0-only', ['gnu general public license version 3, 29 june 2007']],
  ['GPL-2.0-only', ['gnu general public license version 2, june 1991']],
  ['MPL-2.0', ['mozilla public license', 'version 2.0']],
  ['EPL-2.0', ['eclipse public license - v 2.0']],
  [
    'MIT-0',
    ['permission is hereby granted, free of charge', 'software is provided "as is"'],
    ['above copyright notice'],
  ],
  [
    'MIT',
    [
      'permission is hereby granted, free of charge',
      'the above copyright notice and this permission notice',
      'software is provided "as is"',
    ],
  ],
  [
    '0BSD',
    ['permission to use, copy, modify, and/or distribute this software', 'software is provided "as is"'],
    ['above copyright notice'],
  ],
  [
    'ISC',
    [
      'permission to use, copy, modify, and',
      'distribute this software',
      'above copyright notice',
      'software is provided "as is"',
    ],
  ],
  ['BSD-4-Clause', ['redistribution and use in source and binary forms', 'all advertising materials']],
  ['BSD-3-Clause', ['redistribution and use in source and binary forms', 'endorse or promote products']],
  [
    'BSD-2-Clause',
    ['redistribution and use in source and binary forms', 'redistributions in binary form must reproduce'],
  ],
  ['Unlicense', ['this is free and unencumbered software released into the public domain']],
  ['CC0-1.0', ['cc0 1.0 universal']],
];

/** The SPDX identifier of the license whose text a LICENSE file contains; undefined if unclear. */
export function licenseOfText(text: string): string | undefined {
  const start = text.slice(0, 50_000);
  const named = /SPDX-License-Identifier:\s*([A-Za-z0-9.+-]+(?: (?:OR|AND|WITH) [A-Za-z0-9.+-]+)*)/.exec(
    start,
  )?.[1];
  if (named) return named;
  const plain = start.toLowerCase().replace(/[“”]/g, '"').replace(/\s+/g, ' ');
  return known.find(
    ([, has, lacks = []]) =>
      has.every((each) => plain.includes(each)) && !lacks.some((each) => plain.includes(each)),
  )?.[0];
}
