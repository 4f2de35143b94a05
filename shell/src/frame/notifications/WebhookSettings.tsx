import type { NotificationWebhookKind, WebhookDelivery } from '@lading/contract/rest';
import { Button, CopyField, FetchedView, FormFailure, TextField, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useFrame } from '../FrameContext.ts';
import { KINDS } from './kinds.ts';
import { WebhookStore } from './WebhookStore.ts';
import { messages } from './webhookMessages.ts';

const SENT: readonly NotificationWebhookKind[] = [
  'version',
  'vulnerability',
  'promotion',
  'distribution',
  'access_request',
  'access_decision',
];
/** Kinds of a new webhook: the ones that concern starred packages. */
const FIRST: readonly NotificationWebhookKind[] = ['version', 'vulnerability'];

/** The webhook that receives the user's notifications. `decides`: the user decides about access. */
export const WebhookSettings = observer(function WebhookSettings({ decides }: { decides: boolean }) {
  const { http } = useFrame();
  const text = useText();
  const [store] = useState(() => new WebhookStore(http));
  useEffect(() => () => store.dispose(), [store]);
  return (
    <details className="lading-notices-webhook">
      <summary>{text(messages.title)}</summary>
      <FetchedView fetched={store.state} failure={text(messages.failed)}>
        {(found) =>
          found?.allowed ? (
            <WebhookForm store={store} decides={decides} />
          ) : (
            <p className="ld-soft">{text(messages.off)}</p>
          )
        }
      </FetchedView>
    </details>
  );
});

const WebhookForm = observer(function WebhookForm({
  store,
  decides,
}: {
  store: WebhookStore;
  decides: boolean;
}) {
  const { notifications } = useFrame();
  const text = useText();
  const { webhook, secret } = store;
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [kinds, setKinds] = useState<readonly NotificationWebhookKind[]>(webhook?.kinds ?? FIRST);
  const [error, setError] = useState<string>();
  const [noKinds, setNoKinds] = useState(false);
  const attempt = async (work: () => Promise<void>, done?: string) => {
    setError(undefined);
    try {
      await work();
      if (done !== undefined) notifications.success(done);
    } catch (cause) {
      setError((cause as Error).message);
    }
  };
  const save = (isNew = false) =>
    attempt(
      () => store.save({ url: url.trim(), kinds: [...kinds], new_secret: isNew }),
      text(messages.saved),
    );
  const remove = () =>
    attempt(async () => {
      await store.remove();
      setUrl('');
    }, text(messages.removed));
  const offered = SENT.filter((kind) => decides || kind !== 'access_request');
  return (
    <>
      <p className="ld-soft">{text(messages.about)}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setError(undefined);
          setNoKinds(kinds.length === 0);
          if (kinds.length > 0) void save();
        }}
      >
        <TextField
          label={text(messages.url)}
          type="url"
          value={url}
          onChange={setUrl}
          error={error}
          required
        />
        <KindsField offered={offered} kinds={kinds} onChange={setKinds} />
        {noKinds && kinds.length === 0 && <FormFailure text={text(messages.noKinds)} />}
        {secret !== undefined && (
          <div role="status">
            <p>{text(messages.secretOnce)}</p>
            <CopyField text={secret} what={text(messages.secret)} />
          </div>
        )}
        <div className="lading-notices-actions">
          <Button kind="main" type="submit" label={text(messages.save)} />
          {webhook && (
            <>
              <Button label={text(messages.test)} onClick={() => void attempt(() => store.test())} />
              <Button label={text(messages.newSecret)} onClick={() => void save(true)} />
              <Button kind="danger" label={text(messages.remove)} onClick={() => void remove()} />
            </>
          )}
        </div>
      </form>
      {webhook && <Deliveries store={store} onResend={(each) => void attempt(() => store.resend(each))} />}
    </>
  );
});

function KindsField(props: {
  offered: readonly NotificationWebhookKind[];
  kinds: readonly NotificationWebhookKind[];
  onChange: (kinds: readonly NotificationWebhookKind[]) => void;
}) {
  const { offered, kinds, onChange } = props;
  const text = useText();
  return (
    <fieldset>
      <legend>{text(messages.kinds)}</legend>
      {offered.map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            onChange={({ target }) =>
              onChange(target.checked ? [...kinds, kind] : kinds.filter((each) => each !== kind))
            }
          />
          {text(KINDS[kind])}
        </label>
      ))}
    </fieldset>
  );
}

type OnResend = (delivery: WebhookDelivery) => void;

const Deliveries = observer(function Deliveries(props: { store: WebhookStore; onResend: OnResend }) {
  const text = useText();
  const { webhook, deliveries, deliveriesError } = props.store;
  const { state, last_error: error = '' } = webhook?.health ?? {};
  return (
    <>
      <h3>{text(messages.deliveries)}</h3>
      {state === 'paused' && <p>{text(messages.paused, { error })}</p>}
      {state === 'failing' && <p>{text(messages.failing, { error })}</p>}
      {deliveriesError && <p role="alert">{text(messages.deliveriesFailed)}</p>}
      {deliveries?.length === 0 && <p className="ld-soft">{text(messages.noDeliveries)}</p>}
      <ul aria-live="polite">
        {deliveries?.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} onResend={props.onResend} />
        ))}
      </ul>
    </>
  );
});

function Delivery({ delivery, onResend }: { delivery: WebhookDelivery; onResend: OnResend }) {
  const text = useText();
  const { event_type: type, state, error, attempts, attempted, created } = delivery;
  const isTriedBefore = state === 'failed' || (state === 'waiting' && attempts > 0);
  const said = state === 'failed' ? messages.lost : messages[state];
  const kind = SENT.find((each) => each === type);
  return (
    <li>
      {text(kind ? KINDS[kind] : messages.testEvent)}: {text(said)} · <When date={attempted ?? created} />
      {error !== undefined && <span className="ld-soft"> {error}</span>}
      {isTriedBefore && (
        <>
          {' '}
          <Button label={text(messages.resend)} onClick={() => onResend(delivery)} />
        </>
      )}
    </li>
  );
}
