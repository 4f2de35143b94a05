import { type ComponentType, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import type { DayCalendarProps } from '../fluent/DayCalendar.tsx';
import { TextField, type TextFieldProps } from '../forms/TextField.tsx';
import { useText } from '../language/useText.ts';
import { useShell } from '../plugin/ShellContext.ts';
import { messages } from './dateMessages.ts';

type Props = Omit<TextFieldProps, 'type' | 'inside' | 'inputRef' | 'placeholder'>;

/** Whether a text is a day of the calendar, such as 2026-11-30, or empty. */
export function isDayOrBlank(text: string): boolean {
  if (text === '') return true;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * A day as text, such as 2026-11-30, with a calendar that is loaded when it is opened. The value is
 * the typed text. The form must reject an invalid day, which the field reports on blur.
 */
export function DateField(props: Props) {
  const text = useText();
  const { notifications } = useShell();
  const input = useRef<HTMLInputElement>(null);
  const [Calendar, setCalendar] = useState<ComponentType<DayCalendarProps>>();
  const [open, setOpen] = useState(false);
  const [left, setLeft] = useState(false);
  const { label, value, onChange, onBlur, error, disabled, readOnly } = props;
  const wrong = left && !isDayOrBlank(value) ? text(messages.notADay) : undefined;
  const show = () => {
    setOpen(!open);
    import('../fluent/DayCalendar.tsx').then(
      ({ DayCalendar }) => setCalendar(() => DayCalendar),
      () => {
        setOpen(false);
        notifications.error(text(messages.failed));
      },
    );
  };
  return (
    <>
      <TextField
        autoComplete="off"
        {...props}
        error={error ?? wrong}
        onBlur={(event) => {
          setLeft(true);
          onBlur?.(event);
        }}
        placeholder={readOnly ? undefined : text(messages.format)}
        inputRef={input}
        inside={
          <Button
            kind="quiet"
            icon="calendar"
            iconOnly
            label={text(messages.open, { field: label })}
            disabled={disabled || readOnly}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={show}
          />
        }
      />
      {open && Calendar && input.current && (
        <Calendar
          target={input.current}
          label={label}
          day={value}
          onSelect={(day) => {
            onChange(day);
            setOpen(false);
          }}
          onDismiss={() => setOpen(false)}
        />
      )}
    </>
  );
}
