import { Button, Dialog, TextField, useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { dialogMessages } from './dialogMessages.ts';
import { restoreVersion, revokeVersion } from './pluginsApi.ts';
import { revokeMessages as messages } from './revokeMessages.ts';

interface Props {
  readonly specifier: string;
  readonly version: string;
  /** Whether the version is revoked, and to be restored. */
  readonly restores: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Revokes a version of a plugin, or restores it. */
export function RevokeDialog({ specifier, version, restores, onDone, onClose }: Props) {
  const text = useText();
  const { http, notifications } = useShell();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const values = { plugin: specifier, version };
  const apply = async () => {
    setBusy(true);
    try {
      if (restores) await restoreVersion(http, specifier, version);
      else await revokeVersion(http, { specifier, version, reason: reason.trim() });
      notifications.success(text(restores ? messages.restored : messages.done, values));
      onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={text(restores ? messages.restoreTitle : messages.title, values)} onCancel={onClose}>
      <p>{text(restores ? messages.restoreEffect : messages.effect)}</p>
      {!restores && (
        <TextField
          label={text(messages.reason)}
          value={reason}
          maxLength={300}
          required
          help={text(messages.reasonHelp)}
          onChange={setReason}
        />
      )}
      {failure !== undefined && (
        <p className="ld-field__error" role="alert">
          {text(restores ? messages.restoreFailed : messages.failed, { cause: failure })}
        </p>
      )}
      <div className="admin-plugins__buttons">
        <Button label={text(dialogMessages.cancel)} onClick={onClose} />
        <Button
          kind={restores ? 'main' : 'danger'}
          label={text(restores ? messages.restore : messages.revoke, { version })}
          busy={busy}
          disabled={!restores && reason.trim() === ''}
          onClick={() => void apply()}
        />
      </div>
    </Dialog>
  );
}
