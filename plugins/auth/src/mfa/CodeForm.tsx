import { HttpFailure } from '@lading/contract';
import { Button, TextField, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { failureWords } from '../calls/failureWords.ts';
import { FormFailure } from '../form/FormFailure.tsx';
import css from '../form/form.css?inline';
import type { LoginStore } from '../state/LoginStore.ts';
import { messages } from './messages.ts';

const DIGITS = 6;

interface Props {
  readonly login: LoginStore;
  /** Called after a correct code. */
  readonly onVerified: () => Promise<void> | void;
  /** Called when no sign-in is waiting for a code any longer, with the platform's message. */
  readonly onNotPending: (words: string) => void;
  /** Whether recovery codes are accepted. */
  readonly recoverable?: boolean;
  readonly children?: ReactNode;
}

/**
 * Prompts for the code from an authenticator app, or for a recovery code. Submits as soon as 6
 * digits are typed.
 */
export const CodeForm = observer(function CodeForm(props: Props) {
  useStyles(css);
  const { login, onVerified, onNotPending, recoverable, children } = props;
  const text = useText();
  const [byRecovery, setByRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses the other field after a switch
  useEffect(() => field.current?.focus(), [byRecovery]);

  const send = async (typed: string) => {
    if (busy) return;
    setFailure(undefined);
    const wrong = byRecovery ? typed.trim() === '' : typed.length !== DIGITS;
    setMissing(wrong);
    if (wrong) return field.current?.focus();
    setBusy(true);
    try {
      await login.verify(typed.trim());
      await onVerified();
    } catch (cause) {
      if (cause instanceof HttpFailure && cause.status === 403) return onNotPending(failureWords(cause));
      setFailure(failureWords(cause) || text(messages.wentWrong));
      setCode('');
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const type = (typed: string) => {
    setMissing(false);
    if (byRecovery) return setCode(typed);
    // Accepts codes that were copied with spaces or in two groups.
    const digits = typed.replace(/\D/g, '').slice(0, DIGITS);
    setCode(digits);
    if (digits.length === DIGITS && digits !== code) void send(digits);
  };
  const change = () => {
    setByRecovery(!byRecovery);
    setCode('');
    setMissing(false);
    setFailure(undefined);
  };
  const missingText = byRecovery ? messages.recoveryMissing : messages.codeWrong;
  return (
    <form
      className="auth-form"
      noValidate
      aria-busy={busy}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send(code);
      }}
    >
      {failure !== undefined && <FormFailure text={failure} />}
      <TextField
        key={byRecovery ? 'recovery' : 'code'}
        className={byRecovery ? 'auth-recovery' : 'auth-code'}
        label={text(byRecovery ? messages.recovery : messages.code)}
        name="otp"
        inputMode={byRecovery ? 'text' : 'numeric'}
        autoComplete={byRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        aria-required
        value={code}
        onChange={type}
        help={byRecovery ? text(messages.recoveryHelp) : undefined}
        error={missing ? text(missingText) : undefined}
        inputRef={field}
      />
      <div className="auth-buttons">
        <Button type="submit" kind="main" label={text(messages.verify)} busy={busy} />
        {children}
      </div>
      {recoverable && (
        <Button
          kind="quiet"
          label={text(byRecovery ? messages.useCode : messages.useRecovery)}
          onClick={change}
        />
      )}
    </form>
  );
});
