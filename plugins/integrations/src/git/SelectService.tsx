import { Button, FormFailure, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { scanningPath } from '../paths.ts';
import type { GitModal } from './GitModal.ts';
import { messages } from './messages.ts';
import type { GitVendor } from './vendors.ts';

interface Props {
  readonly modal: GitModal;
  readonly vendor: GitVendor;
  readonly onChanged: () => void;
}

/**
 * Second step: selects the service that uses the connection, and continues with the scanning flow.
 */
export const SelectService = observer(function SelectService({ modal, vendor, onChanged }: Props) {
  const text = useText();
  const { navigation } = useShell();
  const proceed = async () => {
    const { key } = modal;
    if (!(await modal.useService()) || key === undefined) return;
    modal.close();
    onChanged();
    await navigation.go(scanningPath(vendor.name, key));
  };
  return (
    <>
      <fieldset className="integrations-services">
        <legend>{text(messages.service)}</legend>
        <label>
          <input type="radio" name="service" value="xray" defaultChecked />
          <span>{text(messages.xray)}</span>
        </label>
        <p className="ld-soft">{text(messages.xrayHelp)}</p>
      </fieldset>
      {modal.failure !== undefined && <FormFailure text={modal.failure} />}
      <div className="integrations-bar">
        <Button
          kind="main"
          autoFocus
          label={text(messages.proceed)}
          busy={modal.busy}
          onClick={() => void proceed()}
        />
        <Button label={text(messages.later)} onClick={() => modal.close()} />
      </div>
    </>
  );
});
