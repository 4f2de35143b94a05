import type { AccessReason, EffectiveAction } from '@lading/contract/rest';
import { Button, Dialog, useText } from '@lading/ui';
import { Link } from 'react-router-dom';
import { editPath, PERMISSIONS } from '../paths.ts';
import { messages } from './messages.ts';
import { extentText, reasonText } from './reasonText.ts';

interface Props {
  readonly user: string;
  readonly place: string;
  readonly actions: readonly EffectiveAction[];
  readonly onClose: () => void;
}

/** Every rule of every action. */
export function ReasonsDialog({ user, place, actions, onClose }: Props) {
  const text = useText();
  return (
    <Dialog title={text(messages.dialog, { user, place })} onCancel={onClose}>
      {actions.map(({ action, reasons, more_reasons: more }) => (
        <section key={action}>
          <h3>{text(messages[action])}</h3>
          <ul>
            {reasons.map((reason) => (
              <Reason key={JSON.stringify(reason)} reason={reason} />
            ))}
            {more !== undefined && <li className="ld-soft">{text(messages.more, { count: more })}</li>}
          </ul>
        </section>
      ))}
      <div className="admin-effective__close">
        <Button label={text(messages.close)} onClick={onClose} />
      </div>
    </Dialog>
  );
}

function Reason({ reason }: { reason: AccessReason }) {
  const text = useText();
  const label = reasonText(text, reason);
  const extent = extentText(text, reason);
  return (
    <li>
      {reason.permission === undefined ? (
        label
      ) : (
        <Link to={editPath(PERMISSIONS, reason.permission)}>{label}</Link>
      )}
      {extent !== '' && <span className="ld-soft"> {extent}</span>}
    </li>
  );
}
