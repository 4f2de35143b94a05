import type { BundleArtifact } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import { ListView, PagedList, useList } from '@lading/ui/list';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { fileAddress, packageAddress } from '../addresses.ts';
import { fetchArtifacts } from '../bundlesApi.ts';
import { rowsStyle } from '../content/rowsStyle.ts';
import { messages } from '../messages.ts';

interface Props {
  readonly name: string;
  readonly version: string;
  /** All rows; undefined while unknown. */
  readonly count: number | undefined;
}

/** Lists the artifacts of a version, by repository and path. */
export function ArtifactList({ name, version, count }: Props) {
  const text = useText();
  const list = useList(
    `artifacts ${name} ${version}`,
    (http) =>
      new PagedList<BundleArtifact>(async ({ search }, cursor, signal) => {
        const offset = Number(cursor ?? 0);
        const { artifacts, total } = await fetchArtifacts(
          http,
          { name, version },
          { search, offset },
          signal,
        );
        const next = offset + artifacts.length;
        return { rows: artifacts, next: artifacts.length > 0 && next < total ? `${next}` : undefined, total };
      }),
  );
  return (
    <div className="bundles-artifacts" style={rowsStyle(count)}>
      <ListView
        id="bundle-artifacts"
        list={list}
        what={text(messages.whatArtifacts)}
        counted={messages.countedArtifacts}
        columns={useColumns()}
        search={{ label: text(messages.searchArtifacts) }}
        empty={{ icon: 'document', what: text(messages.noArtifacts) }}
      />
    </div>
  );
}

function useColumns(): readonly Column<BundleArtifact>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<BundleArtifact>[]>(
    () => [
      {
        key: 'path',
        title: text(messages.artifact),
        width: 'grow',
        link: true,
        phone: 'first',
        cell: ({ source_repository_key: repo, path }) => (
          <CellLink to={fileAddress(repo, path)}>
            <span className="ld-mono">{`${repo}/${path}`}</span>
          </CellLink>
        ),
      },
      {
        key: 'package',
        title: text(messages.package),
        width: 220,
        phone: 'second',
        cell: ({ package_type: type, package_name: name, package_version: version }) =>
          name !== undefined && version !== undefined ? (
            <Link to={packageAddress(type, name, version)}>{`${name} ${version}`}</Link>
          ) : (
            <span className="ld-soft">{type}</span>
          ),
      },
      {
        key: 'sha256',
        title: text(messages.sha256),
        width: 180,
        yields: true,
        cell: ({ checksum }) => (
          <span className="ld-mono" title={checksum}>
            {checksum.slice(0, 16)}…
          </span>
        ),
      },
      {
        key: 'size',
        title: text(messages.size),
        width: 100,
        align: 'end',
        phone: 'second-end',
        cell: ({ size }) => formats.size(size),
      },
    ],
    [text, formats],
  );
}
