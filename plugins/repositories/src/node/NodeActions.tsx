import type { TreeNodeDetails } from '@lading/contract/rest';
import { Button, buttonClass, Icon, useShell, useText } from '@lading/ui';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { RemoveDialog } from '../actions/RemoveDialog.tsx';
import { TransferDialog } from '../actions/TransferDialog.tsx';
import { BulkDialog } from '../bulk/BulkDialog.tsx';
import { downloadAddress } from '../treeApi.ts';
import { messages } from './messages.ts';

/** Requirement of the Set Me Up page. */
const SET_ME_UP = { role: 'anyone', features: ['COMMON.NEW_SET_ME_UP'] } as const;

/** Result of an action on the node. */
export type NodeChange =
  | { readonly what: 'removed' }
  | { readonly what: 'restored' }
  | { readonly what: 'downloaded' }
  | {
      /** `repoKey` and `path`: where it is now, or of `movedBack` where it was until now. */
      readonly what: 'copied' | 'moved' | 'movedBack';
      readonly repoKey: string;
      readonly path: string;
    };

interface Props {
  readonly node: TreeNodeDetails;
  readonly onUpload: (files: readonly File[]) => void;
  readonly onChanged: (what: NodeChange) => void;
}

/** Buttons next to the node's name. Actions that are not available are hidden. */
export function NodeActions(props: Props) {
  const { node, onUpload, onChanged } = props;
  const text = useText();
  const shell = useShell();
  const { user } = shell;
  const [dialog, setDialog] = useState<'remove' | 'copy' | 'move' | 'download'>();
  const { file, actions } = node;
  const close = () => setDialog(undefined);
  const done = (what: NodeChange) => {
    close();
    onChanged(what);
  };
  return (
    <div className="repositories-buttons">
      {file && (
        <a
          className={buttonClass('main')}
          href={downloadAddress(node.repoKey, node.path)}
          download
          target="_self"
        >
          <Icon name="download" />
          <span>{text(messages.download)}</span>
        </a>
      )}
      {actions.deploy === true && !file && <UploadButtons onUpload={onUpload} />}
      {!file && node.path !== '' && user.signedIn && (
        <Button icon="download" label={text(messages.downloadFolder)} onClick={() => setDialog('download')} />
      )}
      {node.path !== '' && node.repoType !== 'virtual' && user.signedIn && (
        <Button icon="copy" label={text(messages.copyTo)} onClick={() => setDialog('copy')} />
      )}
      {node.path !== '' && node.repoType === 'local' && actions.delete === true && (
        <Button label={text(messages.move)} onClick={() => setDialog('move')} />
      )}
      {node.path !== '' && actions.delete === true && (
        <Button kind="danger" label={text(messages.delete)} onClick={() => setDialog('remove')} />
      )}
      {node.path === '' && shell.allows(SET_ME_UP) && (
        <Link className={buttonClass('plain')} to={`/set-me-up?repo=${encodeURIComponent(node.repoKey)}`}>
          {text(messages.setMeUp)}
        </Link>
      )}
      {dialog === 'download' && (
        <BulkDialog
          what={dialog}
          nodes={[{ repoKey: node.repoKey, path: node.path }]}
          onCancel={close}
          onDone={() => done({ what: 'downloaded' })}
        />
      )}
      {dialog === 'remove' && (
        <RemoveDialog
          node={node}
          onCancel={close}
          onDone={() => done({ what: 'removed' })}
          onRestored={() => onChanged({ what: 'restored' })}
        />
      )}
      {(dialog === 'copy' || dialog === 'move') && (
        <TransferDialog
          node={node}
          what={dialog}
          onCancel={close}
          onDone={done}
          onMovedBack={(from) => onChanged({ what: 'movedBack', ...from })}
        />
      )}
    </div>
  );
}

function UploadButtons(props: { onUpload: (files: readonly File[]) => void }) {
  const text = useText();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    const chosen = [...(input.files ?? [])];
    // Lets the user select the same file again.
    input.value = '';
    if (chosen.length > 0) props.onUpload(chosen);
  };
  return (
    <>
      <Button kind="main" icon="add" label={text(messages.upload)} onClick={() => files.current?.click()} />
      <Button icon="folder" label={text(messages.uploadFolder)} onClick={() => folder.current?.click()} />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        data-upload="files"
        aria-label={text(messages.uploadFiles)}
        onChange={(event) => take(event.target)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        data-upload="folder"
        aria-label={text(messages.uploadFolder)}
        {...{ webkitdirectory: '' }}
        onChange={(event) => take(event.target)}
      />
    </>
  );
}
