import { Button, Lazy, useShell, useStyles, useText } from '@lading/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import css from './dropTarget.css?inline';
import { messages } from './messages.ts';

interface Options {
  /** Only repositories of this type. */
  readonly type?: string | undefined;
  readonly onDeployed: () => void;
}

const dialog = () => import('./DeployDialog.tsx').then(({ DeployDialog }) => DeployDialog);
/**
 * Parameter of the URL while the dialog is open: the repository that is selected first, or empty.
 */
const KEY = 'deploy';

/**
 * The deploy action of the page and its dialog: files can be dropped anywhere on the page. Hidden
 * from users who cannot deploy to any repository.
 */
export function useDeploy({ type, onDeployed }: Options): { action: ReactNode; dialog: ReactNode } {
  useStyles(css);
  const { user } = useShell();
  const text = useText();
  const [keys, setKeys] = useSearchParams();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [over, setOver] = useState(false);
  const allowed = user.signedIn && (user.current?.canDeploy ?? false);
  const repoKey = keys.get(KEY);
  const open = allowed && repoKey !== null;

  const show = (shown: boolean) => {
    const changed = new URLSearchParams(keys);
    if (shown) changed.set(KEY, '');
    else changed.delete(KEY);
    setKeys(changed, { replace: true });
  };
  useEffect(() => {
    if (!allowed || open) return undefined;
    const withFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent) => {
      if (!withFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      if (!withFiles(event)) return;
      event.preventDefault();
      setOver(false);
      setFiles([...(event.dataTransfer?.files ?? [])]);
      show(true);
    };
    const options = { signal: new AbortController() };
    const { signal } = options.signal;
    document.addEventListener('dragover', onOver, { signal });
    document.addEventListener('dragleave', onLeave, { signal });
    document.addEventListener('drop', onDrop, { signal });
    return () => options.signal.abort();
  });

  return {
    action: allowed && <Button icon="upload" label={text(messages.deploy)} onClick={() => show(true)} />,
    dialog: (
      <>
        {over && <div className="packages-drop-target">{text(messages.dropHere)}</div>}
        {open && (
          <Lazy
            load={dialog}
            failure={text(messages.notLoaded)}
            props={{
              type,
              repoKey: repoKey || undefined,
              files,
              onClose: (deployed) => {
                setFiles([]);
                show(false);
                if (deployed) onDeployed();
              },
            }}
          />
        )}
      </>
    ),
  };
}
