import type { NativeEntry } from '@lading/contract/rest';
import { Icon, ShortName, useFormats, useText, When } from '@lading/ui';
import { textRoom } from '@lading/ui/list';
import { CellLink, type Column } from '@lading/ui/table';
import { type ReactNode, useMemo } from 'react';
import { treeAddress } from '../address/treeAddress.ts';
import { messages as nodeMessages } from '../node/messages.ts';
import { messages } from './messages.ts';

/** Pixels of the icon before a name, and of the boldness of the name. */
const ICON = 32;

/** Columns of a folder's children. */
export function useContentColumns(repoKey: string, path: string): readonly Column<NativeEntry>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<NativeEntry>[]>(() => {
    const known = <Value,>(value: Value | undefined, show: (value: Value) => ReactNode): ReactNode =>
      value === undefined ? <Unknown /> : show(value);
    return [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        least: 160,
        room: ({ name }) => ICON + textRoom(name),
        sortable: true,
        link: true,
        phone: 'first',
        cell: ({ name, folder }) => (
          <span className="repositories-child">
            <Icon name={folder ? 'folder' : 'document'} size={16} />
            <CellLink to={treeAddress(repoKey, path === '' ? name : `${path}/${name}`)}>
              <ShortName text={name} />
            </CellLink>
          </span>
        ),
      },
      {
        key: 'size',
        title: text(nodeMessages.size),
        width: 92,
        align: 'end',
        sortable: true,
        phone: 'first-end',
        cell: ({ size }) => known(size, (bytes) => formats.size(bytes)),
      },
      {
        key: 'modified',
        title: text(nodeMessages.modified),
        width: 132,
        shrinks: 100,
        sortable: true,
        phone: 'second-end',
        cell: ({ lastModified }) => known(lastModified, (date) => <When date={date} />),
      },
      {
        key: 'created',
        title: text(nodeMessages.created),
        width: 132,
        shrinks: 100,
        yields: true,
        sortable: true,
        cell: ({ created }) => known(created, (date) => <When date={date} />),
      },
      {
        key: 'downloads',
        title: text(nodeMessages.downloads),
        width: 112,
        align: 'end',
        yields: true,
        sortable: true,
        cell: ({ downloads }) => known(downloads, (count) => formats.count(count)),
      },
      {
        key: 'kind',
        title: text(messages.kind),
        width: 150,
        shrinks: 80,
        yields: true,
        sortable: true,
        phone: 'second',
        cell: ({ folder, mimeType }) =>
          folder ? text(messages.folder) : known(mimeType, (kind) => <ShortName text={kind} />),
      },
    ];
  }, [text, formats, repoKey, path]);
}

/** In place of a sum that the platform did not calculate. */
function Unknown() {
  const text = useText();
  const why = text(messages.unknown);
  return (
    <span className="ld-soft" title={why}>
      <span aria-hidden="true">—</span>
      <span className="ld-hidden">{why}</span>
    </span>
  );
}
