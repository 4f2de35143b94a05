import type { BundlePackage } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import { ListView, PagedList, useList } from '@lading/ui/list';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { packageAddress } from '../addresses.ts';
import { messages as common } from '../messages.ts';
import { fetchPackages } from './contentApi.ts';
import { messages } from './messages.ts';
import { rowsStyle } from './rowsStyle.ts';
import { ScanSummary } from './ScanSummary.tsx';

interface Props {
  readonly name: string;
  readonly version: string;
  /** All rows; undefined while unknown. */
  readonly count: number | undefined;
}

/** Lists the package versions of a bundle version, by name. */
export function PackageList({ name, version, count }: Props) {
  const text = useText();
  const list = useList(
    `packages ${name} ${version}`,
    (http) =>
      new PagedList<BundlePackage>(async ({ search }, cursor, signal) => {
        const offset = Number(cursor ?? 0);
        const page = { search, offset };
        const { packages, total } = await fetchPackages(http, { name, version }, page, signal);
        const next = offset + packages.length;
        return { rows: packages, next: packages.length > 0 && next < total ? `${next}` : undefined, total };
      }),
  );
  return (
    <div className="bundles-artifacts" style={rowsStyle(count)}>
      <ListView
        id="bundle-packages"
        list={list}
        what={text(messages.whatPackages)}
        counted={messages.countedPackages}
        columns={useColumns()}
        search={{ label: text(messages.searchPackages) }}
        empty={{ icon: 'package', what: text(messages.noPackages), more: text(messages.noPackagesMore) }}
      />
    </div>
  );
}

function useColumns(): readonly Column<BundlePackage>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<BundlePackage>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.package),
        width: 'grow',
        least: 180,
        room: ({ name, type }) => 32 + name.length * 9.2 + type.length * 7.4,
        link: true,
        phone: 'first',
        cell: ({ type, name, version }) => (
          <CellLink to={packageAddress(type, name, version)}>
            <span>
              {name} <span className="ld-soft">{type}</span>
            </span>
          </CellLink>
        ),
      },
      {
        key: 'version',
        title: text(common.version),
        width: 130,
        room: ({ version }) => 24 + version.length * 7.9,
        phone: 'first-end',
        cell: ({ version }) => <span className="ld-mono">{version}</span>,
      },
      {
        key: 'repository',
        title: text(messages.repository),
        width: 180,
        shrinks: 110,
        phone: 'second',
        cell: ({ repository }) => repository,
      },
      {
        key: 'licenses',
        title: text(messages.license),
        width: 160,
        shrinks: 110,
        yields: true,
        cell: ({ licenses }) =>
          licenses.length > 0 ? (
            licenses.join(', ')
          ) : (
            <span className="ld-soft">{text(messages.unknownLicense)}</span>
          ),
      },
      {
        key: 'vulnerabilities',
        title: text(messages.vulnerabilities),
        width: 170,
        phone: 'second-end',
        cell: ({ scan, vulnerabilities }) => <ScanSummary {...{ scan, vulnerabilities }} />,
      },
      {
        key: 'files',
        title: text(messages.fileCount),
        width: 80,
        yields: true,
        align: 'end',
        cell: ({ files }) => formats.count(files),
      },
    ],
    [text, formats],
  );
}
