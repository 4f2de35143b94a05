import { Button, useShell, useText } from '@lading/ui';
import { useRef, useState } from 'react';
import { attach } from './evidenceApi.ts';
import { messages } from './messages.ts';

interface Props {
  readonly name: string;
  readonly version: string;
  readonly onAttached: () => void;
}

/** Attaches a file with a DSSE envelope. */
export function AttachButton({ name, version, onAttached }: Props) {
  const { http, notifications } = useShell();
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    setBusy(true);
    try {
      await attach(http, { name, version }, parse(await file.text(), text(messages.notJson)));
      notifications.success(text(messages.attached));
      onAttached();
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      notifications.error(text(messages.attachFailed, { file: file.name, cause }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.jsonl,.intoto,.dsse"
        aria-label={text(messages.attach)}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) void send(file);
        }}
      />
      <Button label={text(messages.attach)} busy={busy} onClick={() => input.current?.click()} />
    </div>
  );
}

/** Throws an error with the message if the text is no JSON object. */
function parse(content: string, message: string): object {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The error below reports it.
  }
  throw new Error(message);
}
