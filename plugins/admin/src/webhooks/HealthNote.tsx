import type { Webhook } from '@lading/contract/rest';
import { Button, useFormats, useShell, useStyles, useText } from '@lading/ui';
import { useState } from 'react';
import { deliveryTexts } from './deliveryTexts.ts';
import css from './webhooks.css?inline';
import { resumeWebhook } from './webhooksApi.ts';

/** Shows that deliveries fail or are paused, with an action to resume them. */
export function HealthNote({ webhook }: { webhook: Webhook }) {
  useStyles(css);
  const { http, notifications } = useShell();
  const text = useText();
  const formats = useFormats();
  const [health, setHealth] = useState(webhook.health);
  const [busy, setBusy] = useState(false);
  const isPaused = health.state === 'paused';
  if (!webhook.enabled || (!isPaused && health.state !== 'failing')) return null;
  const resume = async () => {
    setBusy(true);
    try {
      setHealth((await resumeWebhook(http, webhook.key)).health);
      notifications.success(text(deliveryTexts.resumed));
    } catch (cause) {
      notifications.error(
        text(deliveryTexts.notResumed, { cause: cause instanceof Error ? cause.message : String(cause) }),
      );
    }
    setBusy(false);
  };
  const since = health.failing_since === undefined ? '' : formats.absolute(health.failing_since);
  return (
    <div className="admin-webhook__note" role="status">
      <p>
        {text(isPaused ? deliveryTexts.pausedNote : deliveryTexts.failingNote, {
          since,
          waiting: health.waiting,
        })}{' '}
        {health.last_error}
      </p>
      <Button
        label={text(isPaused ? deliveryTexts.resume : deliveryTexts.retry)}
        busy={busy}
        onClick={() => void resume()}
      />
    </div>
  );
}
