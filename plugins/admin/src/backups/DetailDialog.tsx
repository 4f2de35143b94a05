import type { BackupRun } from '@lading/contract/rest';
import { Button, Dialog, useFormats, useStyles, useText } from '@lading/ui';
import css from './backups.css?inline';
import { messages } from './messages.ts';
import { StateBadge, useDetail } from './useBackupColumns.tsx';

/** The state of a backup with its whole text, which is truncated in a row. */
export function DetailDialog({ run, onClose }: { run: BackupRun; onClose: () => void }) {
  useStyles(css);
  const text = useText();
  const formats = useFormats();
  const detail = useDetail(run);
  return (
    <Dialog title={text(messages.detail, { when: formats.absolute(run.requested) })} onCancel={onClose}>
      <StateBadge run={run} />
      {detail !== undefined && <p className="admin-backups__text">{detail}</p>}
      <div className="admin-backups__close">
        <Button label={text(messages.close)} onClick={onClose} />
      </div>
    </Dialog>
  );
}
