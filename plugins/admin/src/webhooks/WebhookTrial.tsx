import { HttpFailure } from '@lading/contract';
import type { WebhookTest } from '@lading/contract/rest';
import { Button, Icon, useShell, useText } from '@lading/ui';
import type { FormStore } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { formTexts, messages } from './messages.ts';
import { testWebhook } from './webhooksApi.ts';
import { type WebhookValues, webhookOf } from './webhookValues.ts';

interface Trial {
  /** The form that the result is of. */
  readonly of: string;
  readonly answer?: WebhookTest;
  readonly error?: unknown;
}

/** Sends a dummy event to the URL in the form, saved or not, and shows the result. */
export const WebhookTrial = observer(function WebhookTrial({ store }: { store: FormStore<WebhookValues> }) {
  const { http } = useShell();
  const text = useText();
  const [trial, setTrial] = useState<Trial>();
  const latest = useRef(0);
  const now = JSON.stringify(webhookOf(store.values));
  const shown = trial?.of === now ? trial : undefined;
  const busy = shown !== undefined && !shown.answer && shown.error === undefined;
  const test = async () => {
    if (!store.check()) return;
    const mine = ++latest.current;
    setTrial({ of: now });
    const result = await testWebhook(http, webhookOf(store.values)).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    if (mine === latest.current) setTrial({ of: now, ...result });
  };
  return (
    <div>
      <Button label={text(formTexts.test)} busy={busy} onClick={() => void test()} />
      <div role="status" className="admin-webhook__choice">
        {shown?.answer && (
          <>
            <div>
              <Icon name="check" /> {text(messages.tested)}
            </div>
            <div className="ld-field__help">{text(formTexts.receiverAnswer, answerOf(shown.answer))}</div>
          </>
        )}
        {shown?.error !== undefined && (
          <>
            <div className="ld-field__error">
              <Icon name="warning" />{' '}
              {text(isOfReceiver(shown.error) ? messages.testFailed : messages.notTested)}
            </div>
            <div className="ld-field__help">
              {shown.error instanceof Error ? shown.error.message : String(shown.error)}
            </div>
          </>
        )}
      </div>
    </div>
  );
});

function answerOf({ status, duration, response }: WebhookTest): Record<string, string | number> {
  return { status, duration, response };
}

function isOfReceiver(error: unknown): boolean {
  return error instanceof HttpFailure && (error.status === 502 || error.status === 504);
}
