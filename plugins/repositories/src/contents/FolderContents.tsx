import type { TreeNodeDetails } from '@lading/contract/rest';
import { useStyles, useText } from '@lading/ui';
import { ListView, useList } from '@lading/ui/list';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { nameOf } from '../address/treeAddress.ts';
import css from './contents.css?inline';
import { FolderList } from './FolderList.ts';
import { messages } from './messages.ts';
import { useContentColumns } from './useContentColumns.tsx';

/** The table of a repository's or folder's children. */
export const FolderContents = observer(function FolderContents({ node }: { node: TreeNodeDetails }) {
  useStyles(css);
  const text = useText();
  const { repoKey, path } = node;
  const list = useList(`contents ${repoKey}/${path}`, (http) => new FolderList(http, repoKey, path));
  useReload(list, node);
  return (
    <section
      className="repositories-contents"
      aria-label={text(messages.contentsOf, { name: path === '' ? repoKey : nameOf(path) })}
    >
      <ListView
        id="contents"
        list={list}
        what={text(messages.items)}
        counted={messages.counted}
        columns={useContentColumns(repoKey, path)}
        search={{ label: text(messages.filter) }}
        empty={{ icon: 'folder', what: text(messages.empty) }}
        note={
          list.limits.onlyByName && (
            <p className="repositories-warning" role="status">
              {text(messages.tooMany)}
            </p>
          )
        }
      />
    </section>
  );
});

/** The details of the node are loaded again after each change. */
function useReload(list: FolderList, node: TreeNodeDetails): void {
  const shown = useRef(node);
  useEffect(() => {
    if (shown.current !== node) list.reload();
    shown.current = node;
  }, [list, node]);
}
