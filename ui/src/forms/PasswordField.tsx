import { type KeyboardEvent, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { useText } from '../language/useText.ts';
import { messages } from './messages.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'inside' | 'onKeyDown' | 'onKeyUp'>;

/** A password field that can show its value and warns about Caps Lock. */
export function PasswordField(props: PasswordFieldProps) {
  const text = useText();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      onKeyDown={look}
      onKeyUp={look}
      onBlur={(event) => {
        setCapsLock(false);
        props.onBlur?.(event);
      }}
      help={
        (props.help || capsLock) && (
          <>
            {props.help}
            {props.help && capsLock && ' '}
            {capsLock && <span role="status">{text(messages.capsLock)}</span>}
          </>
        )
      }
      inside={
        <Button
          kind="quiet"
          iconOnly
          icon={shown ? 'eyeOff' : 'eye'}
          label={text(shown ? messages.hide : messages.show)}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
