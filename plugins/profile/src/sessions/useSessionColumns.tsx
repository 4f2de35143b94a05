import type { SessionSummary } from '@lading/contract/rest';
import { type Text, useText, When } from '@lading/ui';
import { Tags } from '@lading/ui/display';
import { CellButton, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { clientName } from './clientName.ts';
import { messages } from './messages.ts';

/** Returns the name of a session, derived from its user agent. */
export function sessionName({ client }: SessionSummary, text: Text): string {
  const { browser, system } = clientName(client);
  if (browser && system) return text(messages.client, { browser, system });
  return browser ?? system ?? (client.slice(0, 60) || text(messages.unknown));
}

/** Columns of the session list. */
export function useSessionColumns(
  onEnd: (session: SessionSummary) => void,
): readonly Column<SessionSummary>[] {
  const text = useText();
  return useMemo<Column<SessionSummary>[]>(
    () => [
      {
        key: 'browser',
        title: text(messages.browser),
        width: 'grow',
        phone: 'first',
        cell: (session) => (
          <span className="profile-session" title={session.client}>
            {sessionName(session, text)}
            {session.current && <Tags words={[text(messages.here)]} />}
          </span>
        ),
      },
      {
        key: 'address',
        title: text(messages.address),
        width: 160,
        shrinks: 120,
        phone: 'second',
        cell: ({ address }) => (
          <span className="ld-mono" title={address}>
            {address}
          </span>
        ),
      },
      {
        key: 'lastSeen',
        title: text(messages.lastSeen),
        width: 150,
        shrinks: 110,
        phone: 'second-end',
        cell: ({ lastSeen }) => <When date={lastSeen} />,
      },
      {
        key: 'begun',
        title: text(messages.begun),
        width: 150,
        yields: true,
        cell: ({ created }) => <When date={created} />,
      },
      {
        key: 'ends',
        title: text(messages.ends),
        width: 150,
        shrinks: 110,
        cell: ({ expires }) => <When date={expires} />,
      },
      {
        key: 'actions',
        title: text(messages.actions),
        width: 110,
        link: true,
        phone: 'first-end',
        cell: (session) => (
          <CellButton
            label={text(session.current ? messages.signOut : messages.end)}
            aria-label={
              session.current ? undefined : text(messages.endNamed, { name: sessionName(session, text) })
            }
            onClick={() => onEnd(session)}
          />
        ),
      },
    ],
    [onEnd, text],
  );
}
