import { ShortName, Skeleton, useFormats, usePhone, useShell, useText, When } from '@lading/ui';
import { CellLink, type Column } from '@lading/ui/table';
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
  return useMemo<Column<ListedPackage>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        least: 212,
        room: ({ name }) => 24 + name.length * 7.8,
        sortable: true,
        link: true,
        phone: 'first',
        cell: ({ id, name, description }) => (
          <span className="packages-name">
            <CellLink to={packageAddress(id)}>
              <ShortName text={name} />
            </CellLink>
            {description && <span className="packages-name__about">{description}</span>}
          </span>
        ),
      },
      {
        key: 'type',
        title: text(messages.type),
        width: 116,
        phone: 'second',
        cell: ({ packageType, vulnerabilities }) =>
          phone ? (
            <SecondLine found={vulnerabilities}>
              <PackageType type={packageType} />
            </SecondLine>
          ) : (
            <PackageType type={packageType} />
          ),
      },
      {
        key: 'latest',
        title: text(messages.latest),
        width: 130,
        shrinks: 128,
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
        sortable: true,
        phone: 'second-end',
        cell: ({ modified }) => <When date={modified} />,
      },
    ],
    [scanned, scanWidth, leastScan, known, phone, formats, text],
  );
}
