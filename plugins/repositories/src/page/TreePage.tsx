import { Button, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type DragEvent, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { parentOf, readTreeAddress, treeAddress } from '../address/treeAddress.ts';
import type { BulkDone } from '../bulk/TickedBar.tsx';
import { messages } from '../messages.ts';
import { messages as nodeMessages } from '../node/messages.ts';
import type { NodeChange } from '../node/NodeActions.tsx';
import { NodePane } from '../node/NodePane.tsx';
import { NodeStore } from '../node/NodeStore.ts';
import nodeCss from '../node/node.css?inline';
import type { NodeRow } from '../tree/rows.ts';
import { chosenFiles, droppedFiles } from '../upload/droppedFiles.ts';
import { messages as uploadMessages } from '../upload/messages.ts';
import { UploadPanel } from '../upload/UploadPanel.tsx';
import uploadCss from '../upload/upload.css?inline';
import { storesOf } from './keptStores.ts';
import { NothingChosen } from './NothingChosen.tsx';
import { nearestExisting } from './nearestExisting.ts';
import css from './page.css?inline';
import { TreePane } from './TreePane.tsx';

/** Maximum number of unreadable files listed by name. */
const NAMED = 5;

/** The tree on the left and the selected node on the right; on a phone only one of them. */
export const TreePage = observer(function TreePage() {
  useStyles(css);
  useStyles(nodeCss);
  useStyles(uploadCss);
  const shell = useShell();
  const text = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { tab, repoKey, path } = useMemo(() => readTreeAddress(pathname), [pathname]);
  const { api, tree, favorites, uploads, landed } = storesOf(shell);
  const [showTree, setShowTree] = useState(repoKey === '');
  const [over, setOver] = useState(false);

  const node = useMemo(
    () => (repoKey === '' ? undefined : new NodeStore(api, repoKey, path)),
    [api, repoKey, path],
  );
  useEffect(() => () => node?.dispose(), [node]);
  const name = path.slice(path.lastIndexOf('/') + 1) || repoKey;
  useEffect(() => (name === '' ? undefined : shell.setTitle(name)), [shell, name]);
  // Runs first: the stores keep their state while another page is open, and the content may have
  // changed since.
  useEffect(() => {
    tree.renew();
    if (favorites.list.settled) void favorites.list.fetch();
  }, [tree, favorites]);
  useEffect(() => {
    setShowTree(repoKey === '');
    if (repoKey === '') void tree.need();
    else void tree.reveal(repoKey, path);
  }, [tree, repoKey, path]);
  // Adds uploaded files to the tree while the page is open.
  useEffect(
    () =>
      landed.listen((repo, folder) => {
        // Folders displayed as one compact line may need two lines now.
        void tree
          .refresh(repo, folder)
          .then(() => (repo === repoKey ? tree.reveal(repoKey, path, false) : undefined));
        if (repo === repoKey) void node?.details.fetch();
      }),
    [landed, tree, node, repoKey, path],
  );

  const choose = ({ node: chosen, key }: NodeRow) => {
    setShowTree(false);
    const row = tree.rows.find((each) => each.key === key);
    if (row?.kind === 'node') void tree.expand(row);
    void navigate(treeAddress(chosen.repoKey, chosen.path));
  };
  const folder = node?.details.value?.file ? parentOf(path) : path;
  const mayUpload = node?.details.value?.actions.deploy === true;
  const upload = (files: readonly File[]) => uploads.add(chosenFiles(files), repoKey, folder);
  // Deleting the last file of a folder deletes the folder too: select the nearest ancestor that
  // still exists.
  const leave = (key: string, gone: string) =>
    void nearestExisting(api, key, gone).then((left) => navigate(treeAddress(key, left)));
  const bulkDone = ({ what, lines, target }: BulkDone) => {
    if (what === 'restored') {
      for (const line of lines) void tree.refresh(line.repoKey, parentOf(line.path));
      if (target) void tree.refresh(target.repoKey, target.path);
      return void node?.details.fetch();
    }
    const stays = what === 'copy';
    for (const line of stays ? [] : lines) void tree.forget(line.repoKey, line.path);
    if (target) void tree.refresh(target.repoKey, target.path);
    const gone = stays
      ? undefined
      : lines.find(
          (line) => line.repoKey === repoKey && (path === line.path || path.startsWith(`${line.path}/`)),
        );
    if (gone) leave(repoKey, gone.path);
    else void node?.details.fetch();
    void favorites.list.fetch();
  };
  const changed = (happened: NodeChange) => {
    if (happened.what === 'downloaded') return;
    void favorites.list.fetch();
    if (happened.what === 'restored' || happened.what === 'movedBack') {
      if (happened.what === 'movedBack') void tree.forget(happened.repoKey, happened.path);
      void tree.refresh(repoKey, parentOf(path));
      return void navigate(treeAddress(repoKey, path));
    }
    if (path !== '') tree.ticks.forget([{ repoKey, path }]);
    if (happened.what === 'removed' || happened.what === 'moved') void tree.forget(repoKey, path);
    if (happened.what === 'removed') return leave(repoKey, path);
    void tree.refresh(happened.repoKey, parentOf(happened.path));
    void navigate(treeAddress(happened.repoKey, happened.path));
  };

  const drag = (event: DragEvent) => {
    if (!mayUpload || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    if (!mayUpload) return;
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer).then(({ files, unread }) => {
      uploads.add(files, repoKey, folder);
      if (unread.length === 0) return;
      const names = unread.slice(0, NAMED).join(', ') + (unread.length > NAMED ? ', …' : '');
      shell.notifications.error(text(uploadMessages.unread, { count: unread.length, names }));
    });
  };
  const place = folder === '' ? repoKey : `${repoKey}/${folder}`;
  return (
    <PageFrame
      full
      heading={text(messages.artifacts)}
      actions={
        <span className="repositories-back">
          {!showTree && (
            <Button icon="arrowLeft" label={text(messages.back)} onClick={() => setShowTree(true)} />
          )}
        </span>
      }
    >
      <div className={`repositories-page ${showTree ? 'repositories-page--tree' : ''}`}>
        <TreePane
          store={tree}
          favorites={favorites}
          repoKey={repoKey}
          path={path}
          onChoose={choose}
          onVisit={() => setShowTree(false)}
          onBulk={bulkDone}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be selected with a button too */}
        <div
          className={`repositories-node ${over ? 'repositories-node--over' : ''}`}
          onDragEnter={drag}
          onDragOver={drag}
          onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
          onDrop={drop}
        >
          {node ? (
            <NodePane
              key={`${repoKey}/${path}`}
              store={node}
              favorites={favorites}
              tab={tab}
              onUpload={upload}
              onChanged={changed}
            />
          ) : (
            <NothingChosen />
          )}
          {over && <div className="repositories-drop">{text(nodeMessages.dropHere, { place })}</div>}
        </div>
      </div>
      <UploadPanel store={uploads} />
    </PageFrame>
  );
});
