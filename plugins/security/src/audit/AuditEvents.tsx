import type { AuditEvent } from '@lading/contract/rest';
import { Button, ErrorState, PageSkeleton, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { AuditStore } from './AuditStore.ts';
import { messages } from './messages.ts';

/** Lists the loaded events, with a button for older ones. */
export const AuditEvents = observer(function AuditEvents({ store }: { store: AuditStore }) {
  const text = useText();
  useEffect(() => void store.more(), [store]);
  const { events, state } = store;
  return (
    <>
      {events.length > 0 && (
        <table className="security-events">
          <thead>
            <tr>
              {[
                messages.time,
                messages.event,
                messages.outcome,
                messages.user,
                messages.from,
                messages.detail,
              ].map((label) => (
                <th key={label.id} scope="col">
                  {text(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <Row key={event.id} event={event} />
            ))}
          </tbody>
        </table>
      )}
      {state === 'busy' && <PageSkeleton />}
      {state === 'failed' && (
        <ErrorState what={text(messages.failed)} cause={store.cause} onRetry={() => void store.more()} />
      )}
      {state === 'there' && events.length === 0 && <p role="status">{text(messages.none)}</p>}
      {state === 'there' && store.next !== undefined && (
        <Button label={text(messages.more)} onClick={() => void store.more()} />
      )}
    </>
  );
});

function Changes({ changes }: { changes: NonNullable<AuditEvent['changes']> }) {
  const text = useText();
  return (
    <details className="security-changes">
      <summary>{text(messages.changes, { count: changes.length })}</summary>
      <dl>
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {before !== undefined && <del title={text(messages.before)}>{before}</del>}{' '}
              {after !== undefined && <ins title={text(messages.after)}>{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Row({ event }: { event: AuditEvent }) {
  const text = useText();
  const { user, by, outcome, address, client, detail } = event;
  return (
    <tr>
      <td>
        <When date={event.time} />
      </td>
      <td>{event.event}</td>
      <td className={outcome === 'failure' ? 'security-bad' : ''}>
        {text(outcome === 'failure' ? messages.failure : messages.success)}
      </td>
      <td>{by === '' || by === user ? user : text(messages.by, { user, by })}</td>
      <td title={client}>{address}</td>
      <td>
        {detail}
        {event.changes && <Changes changes={event.changes} />}
      </td>
    </tr>
  );
}
