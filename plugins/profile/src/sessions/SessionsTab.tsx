import type { Http } from '@lading/contract';
import type { SessionSummary } from '@lading/contract/rest';
import { Button, useFormats, useShell, useText } from '@lading/ui';
import { ListView, useList, WholeList } from '@lading/ui/list';
import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import { causeOf } from '../page/failures.ts';
import { messages } from './messages.ts';
import { endOtherSessions, endSession, readSessions } from './sessionsApi.ts';
import { sessionName, useSessionColumns } from './useSessionColumns.tsx';

function createList(http: Http) {
  return new WholeList<SessionSummary>((signal) => readSessions(http, signal), {
    sorts: { current: ({ current }) => (current ? 0 : 1) },
  });
}

/** Sessions of the user; each can be ended. */
export const SessionsTab = observer(function SessionsTab() {
  const text = useText();
  const list = useList('sessions', createList);
  const others = Math.max(0, list.rows.length - 1);
  const formats = useFormats();
  const { http, modals, notifications, session: own } = useShell();

  const attempt = useCallback(
    async (work: () => Promise<void>, done: string) => {
      try {
        await work();
        list.reload();
        notifications.success(done);
      } catch (error) {
        notifications.error(text(messages.endFailed, { cause: causeOf(error) }));
      }
    },
    [list, notifications, text],
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
      if (agreed) await attempt(() => endSession(http, session.id), text(messages.ended));
    },
    [http, modals, own, formats, text, attempt],
  );
  const endOthers = async () => {
    const agreed = await modals.confirm({
      title: text(messages.endOthersAsk),
      text: text(messages.endOthersText, { count: others }),
      verb: text(messages.endOthers),
      danger: true,
    });
    if (agreed) await attempt(() => endOtherSessions(http), text(messages.othersEnded));
  };
  const columns = useSessionColumns(end);

  return (
    <>
      <div className="profile-bar">
        <p className="ld-soft">{text(messages.about)}</p>
        <Button
          kind="danger"
          label={text(messages.endOthers)}
          disabled={others === 0}
          onClick={() => void endOthers()}
        />
      </div>
      <ListView
        id="sessions"
        list={list}
        what={text(messages.what)}
        counted={messages.counted}
        columns={columns}
        empty={{ icon: 'person', what: text(messages.none) }}
      />
    </>
  );
});
