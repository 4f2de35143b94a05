import type { WebhookPreview } from '@lading/contract/rest';
import { Button, useFormats, useShell, useText } from '@lading/ui';
import { CodeBlock } from '@lading/ui/display';
import type { FormStore } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { deliveryTexts } from './deliveryTexts.ts';
import { previewWebhook } from './webhooksApi.ts';
import { type WebhookValues, webhookOf } from './webhookValues.ts';

interface Preview {
  /** The form that the preview is of. */
  readonly of: string;
  readonly answer?: WebhookPreview;
  readonly error?: string;
}

/** The body that the payload template of the form makes of the last real event. */
export const PayloadPreview = observer(function PayloadPreview(props: { store: FormStore<WebhookValues> }) {
  const { store } = props;
  const { http } = useShell();
  const text = useText();
  const formats = useFormats();
  const [preview, setPreview] = useState<Preview>();
  const latest = useRef(0);
  const now = JSON.stringify(webhookOf(store.values));
  const shown = preview?.of === now ? preview : undefined;
  const load = async () => {
    if (!store.check()) return;
    const mine = ++latest.current;
    setPreview({ of: now });
    const result = await previewWebhook(http, webhookOf(store.values)).then(
      (answer) => ({ answer }),
      (cause: unknown) => ({ error: cause instanceof Error ? cause.message : String(cause) }),
    );
    if (mine === latest.current) setPreview({ of: now, ...result });
  };
  const time = shown?.answer?.event_time;
  return (
    <div className="admin-webhook__preview">
      <Button
        label={text(deliveryTexts.preview)}
        busy={shown !== undefined && !shown.answer && shown.error === undefined}
        onClick={() => void load()}
      />
      <div role="status">
        {shown?.error !== undefined && (
          <p className="ld-field__error">{text(deliveryTexts.notPreviewed, { cause: shown.error })}</p>
        )}
        {shown?.answer && (
          <p className="ld-field__help">
            {time === undefined
              ? text(deliveryTexts.previewOfSample)
              : text(deliveryTexts.previewOfEvent, { time: formats.absolute(time) })}
          </p>
        )}
      </div>
      {shown?.answer && (
        <CodeBlock
          label={text(deliveryTexts.preview)}
          tabs={[{ key: 'body', label: text(deliveryTexts.body), code: shown.answer.request.body }]}
        />
      )}
    </div>
  );
});
