import { describe, expect, it } from 'vitest';
import { spdxOf } from './spdxOf.ts';

describe('a license', () => {
  it.each([
    ['Apache License, Version 2.0', '', 'Apache-2.0'],
    ['Apache-2.0', '', 'Apache-2.0'],
    ['Apache 2', '', 'Apache-2.0'],
    ['ASL 2.0', '', 'Apache-2.0'],
    ['', 'https://www.apache.org/licenses/LICENSE-2.0.txt', 'Apache-2.0'],
    ['The MIT License', '', 'MIT'],
    ['MIT License', 'http://www.opensource.org/licenses/mit-license.php', 'MIT'],
    ['Something', 'https://opensource.org/licenses/BSD-3-Clause', 'BSD-3-Clause'],
    ['New BSD License', '', 'BSD-3-Clause'],
    ['Eclipse Public License - v 1.0', '', 'EPL-1.0'],
    ['Eclipse Public License v2.0', '', 'EPL-2.0'],
    ['GNU Lesser General Public License, Version 2.1', '', 'LGPL-2.1-only'],
    [
      'GPL2 w/ CPE',
      'https://openjdk.java.net/legal/gplv2+ce.html',
      'GPL-2.0-only WITH Classpath-exception-2.0',
    ],
    ['Mozilla Public License Version 2.0', '', 'MPL-2.0'],
    // The option to use later versions is preserved.
    ['GPL-2.0', '', 'GPL-2.0-only'],
    ['GPL-2.0+', '', 'GPL-2.0-or-later'],
    ['GPL-2.0-or-later', '', 'GPL-2.0-or-later'],
    ['GPLv3+', '', 'GPL-3.0-or-later'],
    ['LGPL v2.1+', '', 'LGPL-2.1-or-later'],
    ['GNU General Public License v2 or later', '', 'GPL-2.0-or-later'],
    ['GNU General Public License v3.0 or later (GPLv3+)', '', 'GPL-3.0-or-later'],
    ['GNU Lesser General Public License, version 2.1 or any later version', '', 'LGPL-2.1-or-later'],
    ['GPL >= 2', '', 'GPL-2.0-or-later'],
    ['GPL (>= 2)', '', 'GPL-2.0-or-later'],
    ['GPL (≥ 2.0)', '', 'GPL-2.0-or-later'],
    ['LGPL>=2.1', '', 'LGPL-2.1-or-later'],
    ['GPL-2.0 (or later)', '', 'GPL-2.0-or-later'],
    // These versions have no single identifier.
    ['GPL < 3', '', 'GPL < 3'],
    ['GPL > 2', '', 'GPL > 2'],
    ['GPL (>= 2, < 3)', '', 'GPL (>= 2, < 3)'],
    // Text in parentheses is ignored only if it adds nothing.
    ['MIT License (MIT)', '', 'MIT'],
    ['MIT License (X11)', '', 'MIT'],
    ['The MIT License (the "License")', '', 'MIT'],
    ['MIT (see LICENSE)', '', 'MIT'],
    ['MIT (see the LICENSE.md file)', '', 'MIT'],
    ['MIT (2019)', '', 'MIT'],
    ['MIT (https://example.org/a)', '', 'MIT'],
    ['MIT (https://opensource.org/licenses/MIT)', '', 'MIT'],
    ['Apache License 2.0 (Apache-2.0)', '', 'Apache-2.0'],
    ['Apache Software License (ASL), Version 2.0', '', 'Apache-2.0'],
    ['Common Development and Distribution License (CDDL) v1.0', '', 'CDDL-1.0'],
    ['Eclipse Distribution License (EDL) 1.0', '', 'BSD-3-Clause'],
    ['GNU Lesser General Public License (LGPL), Version 3', '', 'LGPL-3.0-only'],
    ['BSD (3-Clause)', '', 'BSD-3-Clause'],
    ['GPLv2 (with Classpath exception)', '', 'GPL-2.0-only WITH Classpath-exception-2.0'],
    ['MIT (with Commons Clause)', '', 'MIT (with Commons Clause)'],
    [
      'Apache 2.0 (non-commercial use only)',
      'https://www.apache.org/licenses/LICENSE-2.0',
      'Apache 2.0 (non-commercial use only)',
    ],
    ['MIT (GPL-2.0 for plugins)', '', 'MIT (GPL-2.0 for plugins)'],
    ['MIT (GPL-2.0)', '', 'MIT (GPL-2.0)'],
    ['GPL-2.0 (LGPL-2.1+)', '', 'GPL-2.0 (LGPL-2.1+)'],
    ['GPL-2.0 (GPL-3.0)', '', 'GPL-2.0 (GPL-3.0)'],
    ['MIT (https://www.gnu.org/licenses/gpl-3.0)', '', 'MIT (https://www.gnu.org/licenses/gpl-3.0)'],
    ['MIT (but (not) for you)', '', 'MIT (but (not) for you)'],
    ['MIT ((MIT) but not for you)', '', 'MIT ((MIT) but not for you)'],
    ['AGPLv3', '', 'AGPL-3.0-only'],
    ['GNU GPLv3', '', 'GPL-3.0-only'],
    ['GPLv2 with CPE', '', 'GPL-2.0-only WITH Classpath-exception-2.0'],
    ['BSD-3-Clause-LBNL', '', 'BSD-3-Clause-LBNL'],
    // These names are ambiguous.
    ['BSD', '', 'BSD'],
    ['GPL', '', 'GPL'],
    ['UNLICENSED', '', 'UNLICENSED'],
    ['SEE LICENSE IN LICENSE', '', 'SEE LICENSE IN LICENSE'],
    ['(MIT OR Apache-2.0)', '', '(MIT OR Apache-2.0)'],
    ['BUSL-1.1', '', 'BUSL-1.1'],
    ['Public Domain', '', 'LicenseRef-Public-Domain'],
    ['Our  own\n terms', '', 'Our own terms'],
    ['constructor', '', 'constructor'],
    ['', '', ''],
  ])("'%s' (%s) is %s", (name, url, id) => {
    expect(spdxOf(name, url)).toBe(id);
  });

  // Would take hours if the time were quadratic in the length.
  it.each([
    ['blanks', ' '],
    ['commas', ', '],
    ['brackets', '('],
    ['digits', '2 '],
    ['addresses', 'gnu.org/'],
  ])('made of a megabyte of %s is truncated and not identified by its start', (_, filling) => {
    const name = spdxOf(`MIT${filling.repeat(1_000_000 / filling.length)}x`, '');
    expect(name).toMatch(/^MIT.*…$/);
    expect(name.length).toBeLessThan(5000);
    expect(spdxOf('', `https://${filling.repeat(1_000_000 / filling.length)}x`).length).toBeLessThan(5000);
  });

  it('is not identified by its start alone', () => {
    const name = `MIT${' '.repeat(300)}and whatever our lawyers say`;
    expect(spdxOf(name, '')).toBe('MIT and whatever our lawyers say');
  });
});
