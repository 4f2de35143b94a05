import type { Message } from '@lading/contract';
import { Button, FormFailure, Icon, PasswordField, TextField, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef, useState } from 'react';
import { messages } from './messages.ts';
import type { SettingsStore } from './SettingsStore.ts';

/** Input used only by the test. */
export interface Extra {
  readonly key: string;
  readonly label: Message;
  readonly secret?: boolean;
  readonly help?: Message;
}

/** Tests the settings and shows the other service's response, step by step. */
export const TestPanel = observer(function TestPanel(props: {
  store: SettingsStore;
  extras?: readonly Extra[];
}) {
  const { store, extras = [] } = props;
  const text = useText();
  const { tested } = store;
  const section = useRef<HTMLElement>(null);
  const [attempt, setAttempt] = useState(0);
  const test = async () => {
    await store.test();
    setAttempt((count) => count + 1);
  };
  useLayoutEffect(() => {
    if (attempt > 0) showOutcome(section.current);
  }, [attempt]);
  return (
    <section ref={section} className="security-test" aria-label={text(messages.testHeading)}>
      <h2>{text(messages.testHeading)}</h2>
      <p className="ld-soft">{text(messages.testAbout)}</p>
      {extras.map(({ key, label, secret, help }) => {
        const Field = secret ? PasswordField : TextField;
        return (
          <Field
            key={key}
            label={text(label)}
            autoComplete="off"
            value={store.extra[key] ?? ''}
            onChange={(typed) => store.setExtra(key, typed)}
            {...(help && !secret ? { help: text(help) } : {})}
          />
        );
      })}
      <div>
        <Button label={text(messages.test)} icon="plug" busy={store.testing} onClick={() => void test()} />
      </div>
      {store.testFailure !== undefined && (
        <FormFailure text={store.testFailure || text(messages.testFailed)} />
      )}
      {tested && (
        <div role="status">
          <p className={tested.ok ? 'security-good' : 'security-bad'}>
            <Icon name={tested.ok ? 'checkCircle' : 'error'} />
            <b>{text(tested.ok ? messages.testOk : messages.testBad)}</b>
          </p>
          <ol className="security-steps">
            {tested.steps.map(({ name, ok, skipped = false, message }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step may come twice
              <li key={at}>
                <Icon name={skipped ? 'info' : ok ? 'check' : 'error'} />
                <span className="ld-hidden">
                  {text(skipped ? messages.stepSkipped : ok ? messages.stepOk : messages.stepBad)}
                </span>
                <span>
                  <b>{name}</b>
                  <br />
                  {message}
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
});

/** Shows the field that prevented a test, or else its result, which can be below the window. */
function showOutcome(section: HTMLElement | null): void {
  const invalid = section?.parentElement?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (invalid) invalid.focus();
  // jsdom has no layout to scroll.
  else section?.lastElementChild?.scrollIntoView?.({ block: 'nearest' });
}
