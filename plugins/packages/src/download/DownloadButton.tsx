import type { HttpFailure } from '@lading/contract';
import { Button, type ButtonKind, useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { download } from './download.ts';
import { messages } from './messages.ts';

interface Props {
  readonly repoKey: string;
  readonly path: string;
  readonly kind?: ButtonKind;
  /** Name of the file, if the page has several buttons. */
  readonly file?: string;
}

/** Downloads a file. Shows an error if the user has no permission or the file no longer exists. */
export function DownloadButton(props: Props) {
  const { repoKey, path, kind = 'main', file } = props;
  const { http, notifications } = useShell();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await download(http, repoKey, path);
    } catch (cause) {
      const { status } = cause as HttpFailure;
      notifications.error(text(status === 403 ? messages.forbidden : messages.missing));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      kind={kind}
      icon="download"
      label={text(messages.download)}
      aria-label={file && `${text(messages.download)} ${file}`}
      busy={busy}
      onClick={() => void start()}
    />
  );
}
