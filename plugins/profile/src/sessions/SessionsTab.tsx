import type { SessionSummary } from '@lading/contract/rest';
import { Button, EmptyState, useFormats, useShell, useText } from '@lading/ui';
import { DataTable } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import { causeOf } from '../page/failures.ts';
import { messages } from './messages.ts';
import type { SessionsStore } from './SessionsStore.ts';
import { sessionName, useSessionColumns } from './useSessionColumns.tsx';

/** Where one is signed in; each session can be ended. */
export const SessionsTab = observer(function SessionsTab(props: { store: SessionsStore }) {
  const { store } = props;
  const text = useText();
  const formats = useFormats();
  const { modals, notifications, session: own } = useShell();

  const attempt = useCallback(
    async (work: () => Promise<void>, done: string) => {
      try {
        await work();
        notifications.success(done);
      } catch (error) {
        notifications.error(text(messages.endFailed, { cause: causeOf(error) }));
      }
    },
    [notifications, text],
  );
  const end = useCallback(
    async (session: SessionSummary) => {
      if (session.current) return void own.signOut();
      const { address, created } = session;
      const agreed = await modals.confirm({
        title: text(messages.endAsk, { name: sessionName(session, text) }),
        text: text(messages.endText, { begun: formats.relative(created), address }),
        verb: text(messages.end),
        danger: true,
      });
      if (agreed) await attempt(() => store.end(session), text(messages.ended));
    },
    [store, modals, own, formats, text, attempt],
  );
  const endOthers = async () => {
    const agreed = await modals.confirm({
      title: text(messages.endOthersAsk),
      text: text(messages.endOthersText, { count: store.others }),
      verb: text(messages.endOthers),
      danger: true,
    });
    if (agreed) await attempt(() => store.endOthers(), text(messages.othersEnded));
  };
  const columns = useSessionColumns(end);

  return (
    <>
      <div className="profile-bar">
        <p className="ld-soft">{text(messages.about)}</p>
        <Button
          kind="danger"
          label={text(messages.endOthers)}
          disabled={store.others === 0}
          onClick={() => void endOthers()}
        />
      </div>
      <DataTable
        id="sessions"
        what={text(messages.what)}
        counted={messages.counted}
        columns={columns}
        rows={store.rows}
        empty={<EmptyState icon="person" what={text(messages.none)} />}
      />
    </>
  );
});
