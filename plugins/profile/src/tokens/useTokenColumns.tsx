import type { TokenSummary } from '@lading/contract/rest';
import { Icon, useText, When } from '@lading/ui';
import { CellButton, type Column } from '@lading/ui/table';
import { useCallback, useMemo } from 'react';
import { messages } from './messages.ts';
import { ScopeText } from './ScopeText.tsx';

/** Returns a token's display name: its description. */
export function useTokenName(): (token: TokenSummary) => string {
  const text = useText();
  return useCallback(({ description }) => description || text(messages.noDescription), [text]);
}

/** Columns of the access token list. */
export function useTokenColumns(onRevoke: (token: TokenSummary) => void): readonly Column<TokenSummary>[] {
  const text = useText();
  const nameOf = useTokenName();
  return useMemo<Column<TokenSummary>[]>(
    () => [
      {
        key: 'description',
        sortable: true,
        title: text(messages.description),
        width: 'grow',
        phone: 'first',
        cell: (token) => <span title={nameOf(token)}>{nameOf(token)}</span>,
      },
      {
        key: 'scope',
        title: text(messages.scope),
        width: 260,
        shrinks: 120,
        phone: 'second',
        cell: ({ scope }) => <ScopeText scope={scope} />,
      },
      {
        key: 'created',
        sortable: true,
        title: text(messages.created),
        width: 150,
        shrinks: 108,
        yields: true,
        cell: ({ issued_at }) => <When date={isoOf(issued_at)} />,
      },
      {
        key: 'lastUsed',
        sortable: true,
        title: text(messages.lastUsed),
        width: 150,
        shrinks: 108,
        cell: ({ last_used }) =>
          last_used === undefined ? text(messages.notUsed) : <When date={isoOf(last_used)} />,
      },
      {
        key: 'expires',
        sortable: true,
        title: text(messages.expires),
        width: 150,
        shrinks: 108,
        phone: 'second-end',
        cell: ({ expiry }) => (expiry === undefined ? text(messages.never) : <Expiry seconds={expiry} />),
      },
      {
        key: 'actions',
        title: text(messages.actions),
        width: 110,
        link: true,
        phone: 'first-end',
        cell: (token) => (
          <CellButton
            kind="danger"
            label={text(messages.revoke)}
            aria-label={text(messages.revokeNamed, { name: nameOf(token) })}
            onClick={() => onRevoke(token)}
          />
        ),
      },
    ],
    [onRevoke, nameOf, text],
  );
}

/** Tokens that expire within this many seconds are marked: one week. */
const SOON = 7 * 86_400;

function Expiry(props: { seconds: number }) {
  const text = useText();
  const when = <When date={isoOf(props.seconds)} />;
  if (props.seconds - Date.now() / 1000 > SOON) return when;
  return (
    <span className="profile-soon">
      <Icon name="warning" size={16} />
      <span className="ld-hidden">{text(messages.soon)}</span>
      {when}
    </span>
  );
}

/** Converts the platform's seconds since 1970. */
function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
