import { Button, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type DragEvent, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { parentOf, readTreeAddress, treeAddress } from '../address/treeAddress.ts';
import type { BulkDone } from '../bulk/TickedBar.tsx';
import { messages } from '../messages.ts';
import { messages as nodeMessages } from '../node/messages.ts';
import type { Happened } from '../node/NodeActions.tsx';
import { NodePane } from '../node/NodePane.tsx';
import { NodeStore } from '../node/NodeStore.ts';
import nodeCss from '../node/node.css?inline';
import type { NodeRow } from '../tree/rows.ts';
import { chosenFiles, droppedFiles } from '../upload/droppedFiles.ts';
import { messages as uploadMessages } from '../upload/messages.ts';
import { UploadPanel } from '../upload/UploadPanel.tsx';
import uploadCss from '../upload/upload.css?inline';
import { firstLeft } from './firstLeft.ts';
import { storesOf } from './keptStores.ts';
import { NothingChosen } from './NothingChosen.tsx';
import css from './page.css?inline';
import { TreePane } from './TreePane.tsx';

/** Of what could not be read so many are named. */
const NAMED = 5;

/** The tree on the left, what is known of the chosen node on the right; on a phone one of them. */
export const TreePage = observer(function TreePage() {
  useStyles(css);
  useStyles(nodeCss);
  useStyles(uploadCss);
  const shell = useShell();
  const text = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { tab, repoKey, path } = useMemo(() => readTreeAddress(pathname), [pathname]);
  const { api, tree, favourites, uploads, landed } = storesOf(shell);
  const [showTree, setShowTree] = useState(repoKey === '');
  const [over, setOver] = useState(false);

  const node = useMemo(
    () => (repoKey === '' ? undefined : new NodeStore(api, repoKey, path)),
    [api, repoKey, path],
  );
  useEffect(() => () => node?.dispose(), [node]);
  // Before anything is looked for in it: it was left as it is, and may have changed meanwhile.
  useEffect(() => {
    tree.renew();
    if (favourites.list.settled) void favourites.list.fetch();
  }, [tree, favourites]);
  useEffect(() => {
    setShowTree(repoKey === '');
    if (repoKey === '') void tree.need();
    else void tree.reveal(repoKey, path);
  }, [tree, repoKey, path]);
  // What was uploaded while this is open comes to stand in the tree.
  useEffect(
    () =>
      landed.listen((repo, folder) => {
        // Folders that were one line may have become two.
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
  // A folder goes with the last file in it: the first that is still there is shown.
  const leave = (key: string, gone: string) =>
    void firstLeft(api, key, gone).then((left) => navigate(treeAddress(key, left)));
  const bulkDone = ({ what, lines, target }: BulkDone) => {
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
    void favourites.list.fetch();
  };
  const changed = (happened: Happened) => {
    if (happened.what === 'downloaded') return;
    void favourites.list.fetch();
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
          favourites={favourites}
          repoKey={repoKey}
          path={path}
          onChoose={choose}
          onVisit={() => setShowTree(false)}
          onBulk={bulkDone}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: files are chosen by a button too */}
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
              favourites={favourites}
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
