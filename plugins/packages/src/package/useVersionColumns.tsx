import { ShortName, useFormats, usePhone, useShell, useText, When } from '@lading/ui';
import { Tags } from '@lading/ui/display';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { packageAddress } from '../address/packageAddress.ts';
import { DownloadCount } from '../downloads/DownloadCount.tsx';
import type { VersionQuery } from '../query/versionQuery.ts';
import { leastScanColumnWidth, scanColumnWidth } from '../scanning/columnWidth.ts';
import { ScanResult } from '../scanning/ScanResult.tsx';
import { SecondLine } from '../scanning/SecondLine.tsx';
import { isLicensed, mayBeScanned } from '../scanning/scanStatus.ts';
import { messages } from './messages.ts';
import type { ListedVersion } from './packageApi.ts';

/**
 * The columns of the version list; files are included on request, and licenses when the list is
 * filtered by license.
 */
export function useVersionColumns(
  packageId: string,
  { includeFiles, licenses }: Pick<VersionQuery, 'includeFiles' | 'licenses'>,
  downloads: ReadonlyMap<string, readonly number[]>,
): readonly Column<ListedVersion>[] {
  // Otherwise, the package itself shows its license.
  const byLicense = licenses.length > 0;
  const text = useText();
  const formats = useFormats();
  const shell = useShell();
  const phone = usePhone();
  // Without a license filter, each row would repeat the license of the package.
  const scanned = mayBeScanned(shell) && isLicensed(shell);
  const scanWidth = scanColumnWidth(shell);
  const leastScan = leastScanColumnWidth(shell);
  return useMemo<Column<ListedVersion>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.version),
        width: 'grow',
        // Versions are short, and the list must fit next to the install section.
        least: 110,
        room: nameRoom,
        sortable: true,
        link: true,
        phone: 'first',
        cell: ({ name, tags, deprecated }) => (
          <span className="packages-versions__name">
            <CellLink to={packageAddress(packageId, name)}>
              <span className="ld-mono">
                <ShortName text={name} />
              </span>
            </CellLink>
            <Tags words={tags} />
            {deprecated && <Tags words={[text(messages.deprecated)]} warning title={deprecated} />}
          </span>
        ),
      },
      {
        key: 'repositories',
        title: text(messages.repositories),
        width: 112,
        // Wide enough for "npm-local".
        shrinks: 94,
        yields: 'last',
        phone: 'second',
        cell: ({ repos, vulnerabilities }) => {
          const names = repos.map(({ name }) => name).join(', ');
          return phone ? <SecondLine found={vulnerabilities}>{names}</SecondLine> : names;
        },
      },
      ...(scanned
        ? [
            {
              key: 'security',
              title: text(messages.security),
              width: scanWidth,
              shrinks: leastScan,
              cell: ({ vulnerabilities }: ListedVersion) => <ScanResult found={vulnerabilities} brief />,
            },
          ]
        : []),
      ...(includeFiles
        ? [
            {
              key: 'files',
              title: text(messages.files),
              width: 220,
              shrinks: 64,
              yields: 'last' as const,
              cell: ({ files = [] }: ListedVersion) => <FileNames names={files.map(({ name }) => name)} />,
            },
          ]
        : []),
      ...(byLicense
        ? [
            {
              key: 'licenses',
              title: text(messages.licenses),
              width: 110,
              shrinks: 64,
              yields: 'last' as const,
              cell: ({ licenses }: ListedVersion) => licenses.map(({ name }) => name).join(', '),
            },
          ]
        : []),
      {
        key: 'size',
        title: text(messages.size),
        width: 84,
        yields: 'last',
        align: 'end',
        phone: 'first-end',
        cell: ({ size }) => formats.size(size),
      },
      {
        key: 'downloads',
        title: text(messages.downloads),
        width: 124,
        shrinks: 112,
        align: 'end',
        sortable: true,
        cell: ({ name, stats }) => <DownloadCount count={stats.downloadCount} recent={downloads.get(name)} />,
      },
      {
        key: 'created',
        title: text(messages.published),
        width: 140,
        shrinks: 136,
        sortable: true,
        phone: 'second-end',
        cell: ({ created }) => <When date={created} />,
      },
    ],
    [packageId, downloads, includeFiles, byLicense, scanned, scanWidth, leastScan, phone, formats, text],
  );
}

/**
 * Returns the width of a version and its tags in pixels, from the widths of a monospaced character
 * and of a tag with its border.
 */
function nameRoom({ name, tags, deprecated }: ListedVersion): number {
  const badges = [...tags, ...(deprecated ? ['deprecated'] : [])];
  return 24 + name.length * 8 + badges.reduce((sum, badge) => sum + 20 + badge.length * 6.5, 0);
}

/** Shows all items on hover: a version may have hundreds. */
function FileNames({ names }: { names: readonly string[] }) {
  return <span title={names.join('\n')}>{names.join(', ')}</span>;
}
