import type { FoundArtifact } from '@lading/contract/rest';
import { CopyButton, ShortName, useFormats, useText, When } from '@lading/ui';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import type { Kind } from '../query/searchTypes.ts';
import { messages } from './messages.ts';
import { packageAddress, treeAddress } from './treeAddress.ts';

/** Columns of the results. A search inside archives shows the matching entry first. */
export function useArtifactColumns(kind: Kind): readonly Column<FoundArtifact>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<FoundArtifact>[]>(
    () => [
      ...(kind === 'archive'
        ? [
            {
              key: 'entry',
              title: text(messages.entry),
              width: 'grow',
              phone: 'second',
              cell: ({ entry }) => (
                <span className="ld-mono">
                  <ShortName text={entry ?? ''} />
                </span>
              ),
            } satisfies Column<FoundArtifact>,
          ]
        : []),
      {
        key: 'name',
        title: text(kind === 'archive' ? messages.archiveName : messages.name),
        width: kind === 'archive' ? 350 : 'grow',
        ...(kind === 'archive'
          ? { shrinks: 180 }
          : { least: 180, room: ({ name }) => 24 + name.length * 9.2 }),
        sortable: kind !== 'archive',
        link: true,
        phone: 'first',
        cell: ({ name, repo, path, partOf }) => (
          <CellLink to={treeAddress(repo, path)}>
            {partOf ? (
              <ShortName
                text={text(messages.layerOf, { image: partOf.name, digest: shortDigest(partOf.digest) })}
              />
            ) : (
              <ShortName text={name} />
            )}
          </CellLink>
        ),
      },
      {
        key: 'repo',
        title: text(messages.repository),
        width: kind === 'archive' ? 118 : 140,
        shrinks: 96,
        // The path column starts with the repository.
        yields: kind !== 'archive',
        sortable: kind !== 'archive',
        cell: ({ repo }) => <ShortName text={repo} />,
      },
      // The matching entry needs the space; the archive's name links to its location.
      ...(kind === 'archive'
        ? []
        : [
            {
              key: 'path',
              title: text(messages.path),
              width: 'grow',
              least: 180,
              sortable: true,
              phone: 'second',
              cell: ({ repo, path }) => (
                <span className="search-location">
                  <span className="search-repo ld-soft">{repo}/</span>
                  <ShortName text={folderOf(path)} />
                  <CopyButton text={`${repo}/${path}`} what={text(messages.pathOf, { name: path })} />
                </span>
              ),
            } satisfies Column<FoundArtifact>,
          ]),
      {
        key: 'package',
        title: text(messages.package),
        width: 190,
        shrinks: 120,
        link: true,
        cell: ({ package: of, packageType }) =>
          of ? (
            <CellLink to={packageAddress(of.id, of.version)}>
              <ShortName text={`${of.name} ${of.version}`} />
            </CellLink>
          ) : (
            <span className="ld-soft">{packageType}</span>
          ),
      },
      {
        key: 'size',
        title: text(messages.size),
        width: 88,
        yields: 'last',
        align: 'end',
        sortable: kind !== 'archive',
        phone: 'first-end',
        cell: ({ size }) => formats.size(size),
      },
      {
        key: 'modified',
        title: text(messages.modified),
        width: 136,
        shrinks: 104,
        yields: 'last',
        sortable: kind !== 'archive',
        phone: 'second-end',
        cell: ({ modified }) => <When date={modified} />,
      },
    ],
    [formats, text, kind],
  );
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1) || '/';
}

/** Shortens a digest the way registries display it. */
function shortDigest(digest: string): string {
  return digest.slice(digest.indexOf(':') + 1, digest.indexOf(':') + 13);
}
