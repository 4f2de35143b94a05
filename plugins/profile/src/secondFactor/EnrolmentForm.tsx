import type { MfaEnrolment } from '@lading/contract/rest';
import { Button, DeviceSecret, FormFailure, TextField, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useRef } from 'react';
import { messages } from './messages.ts';
import { DIGITS, type SecondFactorStore } from './SecondFactorStore.ts';

/** QR code and secret for a device, and the field for the code that confirms the setup. */
export const EnrolmentForm = observer(function EnrolmentForm(props: {
  enrolment: MfaEnrolment;
  store: SecondFactorStore;
  /** Whether the device replaces another one. */
  replaces: boolean;
}) {
  const { enrolment, store, replaces } = props;
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await store.confirm())) field.current?.focus();
  };
  return (
    <form className="profile-form" noValidate aria-busy={store.busy} onSubmit={(event) => void submit(event)}>
      <p>{text(messages.scan)}</p>
      {replaces && <p>{text(messages.anotherText)}</p>}
      <DeviceSecret qr={enrolment.qr} secret={enrolment.secret} />
      {store.failure !== undefined && <FormFailure text={store.failure} />}
      <TextField
        label={text(messages.code)}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        maxLength={DIGITS + 1}
        value={store.otp}
        onChange={(otp) => store.type(otp)}
        error={store.otpWrong ? text(messages.codeWrong) : undefined}
        inputRef={field}
      />
      <div className="profile-buttons">
        <Button type="submit" kind="main" label={text(messages.confirm)} busy={store.busy} />
        <Button label={text(messages.cancel)} onClick={() => store.putAway()} />
      </div>
    </form>
  );
});
