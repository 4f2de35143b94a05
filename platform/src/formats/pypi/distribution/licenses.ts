import { licenseOfText } from '../../../licenses/licenseOfText.ts';
import { spdxOf } from '../../../licenses/spdxOf.ts';
import type { CoreMetadata } from './coreMetadata.ts';

/**
 * Classifiers that identify a single license. Ambiguous ones, such as `BSD License`, are omitted.
 */
const byClassifier: Readonly<Record<string, string>> = {
  'Academic Free License (AFL)': 'AFL-3.0',
  'Apache Software License': 'Apache-2.0',
  'Artistic License': 'Artistic-2.0',
  'Boost Software License 1.0 (BSL-1.0)': 'BSL-1.0',
  'CC0 1.0 Universal (CC0 1.0) Public Domain Dedication': 'CC0-1.0',
  'CEA CNRS Inria Logiciel Libre License, version 2.1 (CeCILL-2.1)': 'CECILL-2.1',
  'Common Development and Distribution License 1.0 (CDDL-1.0)': 'CDDL-1.0',
  'Eclipse Public License 1.0 (EPL-1.0)': 'EPL-1.0',
  'Eclipse Public License 2.0 (EPL-2.0)': 'EPL-2.0',
  'European Union Public License 1.1 (EUPL 1.1)': 'EUPL-1.1',
  'European Union Public License 1.2 (EUPL 1.2)': 'EUPL-1.2',
  'GNU Affero General Public License v3': 'AGPL-3.0-only',
  'GNU Affero General Public License v3 or later (AGPLv3+)': 'AGPL-3.0-or-later',
  'GNU General Public License v2 (GPLv2)': 'GPL-2.0-only',
  'GNU General Public License v2 or later (GPLv2+)': 'GPL-2.0-or-later',
  'GNU General Public License v3 (GPLv3)': 'GPL-3.0-only',
  'GNU General Public License v3 or later (GPLv3+)': 'GPL-3.0-or-later',
  'GNU Lesser General Public License v2 (LGPLv2)': 'LGPL-2.0-only',
  'GNU Lesser General Public License v2 or later (LGPLv2+)': 'LGPL-2.0-or-later',
  'GNU Lesser General Public License v3 (LGPLv3)': 'LGPL-3.0-only',
  'GNU Lesser General Public License v3 or later (LGPLv3+)': 'LGPL-3.0-or-later',
  'ISC License (ISCL)': 'ISC',
  'MIT License': 'MIT',
  'MIT No Attribution License (MIT-0)': 'MIT-0',
  'Mozilla Public License 1.1 (MPL 1.1)': 'MPL-1.1',
  'Mozilla Public License 2.0 (MPL 2.0)': 'MPL-2.0',
  'Python Software Foundation License': 'PSF-2.0',
  'The Unlicense (Unlicense)': 'Unlicense',
  'Universal Permissive License (UPL)': 'UPL-1.0',
  'Zero-Clause BSD (0BSD)': '0BSD',
  'Zope Public License': 'ZPL-2.1',
  'zlib/libpng License': 'Zlib',
};

/**
 * The license expression (PEP 639); otherwise the classifiers; otherwise the free-text field. SPDX
 * identifiers if known.
 */
export function licensesOf({ licenseExpression, classifiers, license }: CoreMetadata): string[] {
  if (licenseExpression !== undefined) return [licenseExpression];
  const classified = classifiers
    .filter((classifier) => classifier.startsWith('License :: '))
    .flatMap((classifier) => byClassifier[classifier.split(' :: ').at(-1) ?? ''] ?? []);
  if (classified.length > 0) return [...new Set(classified)];
  const free = license?.trim() ?? '';
  if (free === '') return [];
  // A full license text is not a name.
  const isText = free.length > 60 || free.includes('\n');
  const named = isText ? licenseOfText(free) : spdxOf(free, '');
  return named ? [named] : [];
}
