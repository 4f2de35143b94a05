import type { Message } from '@lading/contract';
import type { NameReason, NameRuleAnswer } from '@lading/contract/rest';
import { Button, Icon, TextField, useShell, useText } from '@lading/ui';
import { type FormEvent, useRef, useState } from 'react';
import { messages } from './messages.ts';
import { fetchRule } from './namesApi.ts';

const REASONS: Readonly<Record<NameReason, Message>> = {
  denied: messages.denied,
  allowed: messages.allowed,
  owned: messages.owned,
  reserved: messages.reserved,
  lifted: messages.lifted,
  'reserved-by-default': messages.byDefault,
  parent: messages.parent,
  open: messages.open,
};

/** Shows whether upstreams can serve a name in the virtual repository, and why. */
export function NameCheck({ repository, example }: { repository: string; example: string }) {
  const { http } = useShell();
  const text = useText();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<NameRuleAnswer | Error>();
  const latest = useRef(0);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const mine = ++latest.current;
    setBusy(true);
    const found = await fetchRule(http, repository, name.trim()).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    if (mine !== latest.current) return;
    setBusy(false);
    setAnswer(found);
  };
  return (
    <form className="admin-names__row" onSubmit={(event) => void submit(event)}>
      <TextField
        label={text(messages.check)}
        autoComplete="off"
        spellCheck={false}
        placeholder={example}
        value={name}
        onChange={(value) => {
          latest.current += 1;
          setBusy(false);
          setName(value);
          setAnswer(undefined);
        }}
      />
      <Button type="submit" label={text(messages.checkVerb)} busy={busy} />
      <div className="admin-names__answer" role="status">
        {answer instanceof Error && (
          <span className="admin-names__failed">
            <Icon name="warning" /> {text(messages.checkFailed, { cause: answer.message })}
          </span>
        )}
        {answer && !(answer instanceof Error) && <Answer answer={answer} />}
      </div>
    </form>
  );
}

function Answer({ answer }: { answer: NameRuleAnswer }) {
  const text = useText();
  const { name, upstream, reason, prefix = '' } = answer;
  return (
    <>
      <Icon name={upstream ? 'globe' : 'lock'} />{' '}
      <strong>{text(upstream ? messages.upstream : messages.localOnly, { name })}</strong>{' '}
      {text(REASONS[reason], { prefix })}
    </>
  );
}
