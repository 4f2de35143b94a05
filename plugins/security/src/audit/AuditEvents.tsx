import type { AuditEvent } from '@lading/contract/rest';
import { Button, ErrorState, PageSkeleton, useFormats, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { AuditStore } from './AuditStore.ts';
import { messages } from './messages.ts';

/** Lists the loaded events, with a button for older ones. */
export const AuditEvents = observer(function AuditEvents({ store }: { store: AuditStore }) {
  const text = useText();
  useEffect(() => {
    void store.more();
    return () => store.stop();
  }, [store]);
  const { events } = store;
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
      <AuditProgress store={store} />
    </>
  );
});

/** Shows progress, a failure, or a button to continue below the entries. */
const AuditProgress = observer(function AuditProgress({ store }: { store: AuditStore }) {
  const text = useText();
  const formats = useFormats();
  const { events, next, searchedUntil, state } = store;
  const since = searchedUntil === undefined ? '' : formats.absolute(searchedUntil);
  if (state === 'failed')
    return <ErrorState what={text(messages.failed)} cause={store.cause} onRetry={() => void store.more()} />;
  if (state === 'busy') {
    if (searchedUntil === undefined) return <PageSkeleton />;
    return (
      <div className="security-actions">
        <p role="status">{text(messages.searching, { since })}</p>
        <Button label={text(messages.stop)} onClick={() => store.stop()} />
      </div>
    );
  }
  const found = events.length > 0;
  return (
    <>
      {!found && (
        <p role="status">
          {text(searchedUntil === undefined ? messages.none : messages.noneSince, { since })}
        </p>
      )}
      {found && searchedUntil !== undefined && <p role="status">{text(messages.searched, { since })}</p>}
      {next !== undefined && (
        <Button
          label={text(searchedUntil === undefined ? messages.more : messages.searchOn)}
          onClick={() => void store.more()}
        />
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
