import { ShortName, Skeleton, useFormats, usePhone, useShell, useText, When } from '@lading/ui';
import { CellLink, type Column, useNarrow } from '@lading/ui/table';
import { useMemo } from 'react';
import { packageAddress } from '../address/packageAddress.ts';
import { leastScanColumnWidth, scanColumnWidth } from '../scanning/columnWidth.ts';
import { ScanResult } from '../scanning/ScanResult.tsx';
import { SecondLine } from '../scanning/SecondLine.tsx';
import { mayBeScanned } from '../scanning/scanStatus.ts';
import { isPlainFile } from '../types/isPlainFile.ts';
import { PackageType } from '../types/PackageType.tsx';
import { messages } from './messages.ts';
import type { ListedPackage } from './packagesApi.ts';

const secondLine = ({ packageType, vulnerabilities }: ListedPackage) => (
  <SecondLine found={vulnerabilities}>
    <PackageType type={packageType} />
  </SecondLine>
);

/** The columns of the package list. */
export function usePackageColumns(): readonly Column<ListedPackage>[] {
  const text = useText();
  const formats = useFormats();
  const shell = useShell();
  const scanned = mayBeScanned(shell);
  const scanWidth = scanColumnWidth(shell);
  const leastScan = leastScanColumnWidth(shell);
  // Looked up once for all rows: an observer in each cell would delay the first rows.
  const { known } = shell.services;
  const phone = usePhone();
  // The names then have a second line with the type and the severities.
  const narrow = useNarrow();
  return useMemo<Column<ListedPackage>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        least: 212,
        room: ({ name }) => 24 + name.length * 8.8,
        sortable: true,
        link: true,
        phone: 'first',
        cell: (row) => (
          <>
            <span className="packages-name">
              <CellLink to={packageAddress(row.id)}>
                <ShortName text={row.name} />
              </CellLink>
              {row.description && <span className="packages-name__about">{row.description}</span>}
            </span>
            {narrow && <small className="ld-soft">{secondLine(row)}</small>}
          </>
        ),
      },
      {
        key: 'type',
        title: text(messages.type),
        width: 116,
        yields: narrow,
        phone: 'second',
        cell: (row) => (phone ? secondLine(row) : <PackageType type={row.packageType} />),
      },
      {
        key: 'latest',
        title: text(messages.latest),
        width: 130,
        shrinks: 128,
        room: ({ latestVersion }) => 24 + (latestVersion?.length ?? 0) * 7.9,
        phone: 'first-end',
        // The version of a plain file is only the day of its upload.
        cell: ({ latestVersion, packageType }) =>
          isPlainFile(packageType, latestVersion ?? '') ? null : (
            <span className="ld-mono">{latestVersion}</span>
          ),
      },
      ...(scanned
        ? [
            {
              key: 'security',
              title: text(messages.security),
              width: scanWidth,
              shrinks: leastScan,
              yields: narrow,
              cell: ({ vulnerabilities }: ListedPackage) =>
                known ? (
                  <ScanResult found={vulnerabilities} brief />
                ) : (
                  <Skeleton width="80px" height="14px" />
                ),
            },
          ]
        : []),
      {
        key: 'licenses',
        title: text(messages.licenses),
        width: 110,
        // Wide enough for "Apache-2.0".
        shrinks: 104,
        yields: true,
        cell: ({ licenses }) => licenses.map(({ name }) => name).join(', '),
      },
      {
        key: 'versions',
        title: text(messages.versions),
        width: 90,
        shrinks: 84,
        yields: true,
        align: 'end',
        cell: ({ versionsCount }) => formats.count(versionsCount),
      },
      {
        key: 'downloads',
        title: text(messages.downloads),
        width: 112,
        shrinks: 112,
        yields: true,
        align: 'end',
        sortable: true,
        cell: ({ stats }) => formats.count(stats.downloads),
      },
      {
        key: 'modified',
        title: text(messages.modified),
        width: 140,
        // Wide enough for "10 minutes ago".
        shrinks: 136,
        yields: 'last',
        sortable: true,
        phone: 'second-end',
        cell: ({ modified }) => <When date={modified} />,
      },
    ],
    [scanned, scanWidth, leastScan, known, phone, narrow, formats, text],
  );
}
