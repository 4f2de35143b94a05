import type { HttpFailure } from '@lading/contract';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { CopyField } from '../copy/CopyField.tsx';
import { useFormats } from '../format/useFormats.ts';
import { FormFailure } from '../forms/FormFailure.tsx';
import { useText } from '../language/useText.ts';
import { useShell } from '../plugin/ShellContext.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './clients.css?inline';
import { messages } from './messages.ts';

const CALL = '/ui/api/v1/ui/setMeUp/token';

/** Appears in commands until the user generates a token. */
export const TOKEN_PLACEHOLDER = 'YOUR_TOKEN';

/** Like `ClientToken` of the REST API. */
export interface GeneratedToken {
  readonly tokenId: string;
  readonly token: string;
  /** In seconds. */
  readonly expiresIn: number;
}

interface Props {
  readonly repoKey: string;
  readonly generated: GeneratedToken | undefined;
  readonly onGenerated: (token: GeneratedToken) => void;
}

/**
 * Generates a token limited to one repository, for the commands next to it. The token is shown
 * only once and stored nowhere.
 */
export function TokenGenerator({ repoKey, generated, onGenerated }: Props) {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const formats = useFormats();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const section = useRef<HTMLElement>(null);
  // The button that had the focus is replaced by the token.
  useEffect(() => {
    if (generated && document.activeElement === document.body)
      section.current?.querySelector('button')?.focus();
  }, [generated]);
  const generate = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      onGenerated(await http.json<GeneratedToken>(CALL, { method: 'POST', body: { repoKey } }));
    } catch (cause) {
      setFailure((cause as HttpFailure).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section ref={section} className="ld-token" aria-live="polite">
      {generated ? (
        <>
          <p>{text(messages.generated, { days: formats.count(Math.round(generated.expiresIn / 86_400)) })}</p>
          <CopyField text={generated.token} what={text(messages.token)} />
        </>
      ) : (
        <>
          <p>{text(messages.about, { key: repoKey })}</p>
          {failure !== undefined && <FormFailure text={text(messages.failed, { cause: failure })} />}
          <Button icon="key" label={text(messages.generate)} busy={busy} onClick={() => void generate()} />
        </>
      )}
    </section>
  );
}
