import type { TokenSummary } from '@lading/contract/rest';
import { useText, When } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { nameColumn, textRoom } from '@lading/ui/list';
import { type Column, useNarrow } from '@lading/ui/table';
import { useMemo } from 'react';
import { editPath, USERS } from '../paths.ts';
import { messages } from './messages.ts';
import { scopeOf, stateOf } from './tokenStates.ts';

const BADGES = { active: 'good', soon: 'warning', expired: 'off' } as const;
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

const DATE = { width: 132, shrinks: 126, sortable: true } as const;

export function useTokenColumns(): readonly Column<TokenSummary>[] {
  const text = useText();
  const narrow = useNarrow();
  return useMemo<Column<TokenSummary>[]>(
    () => [
      nameColumn<TokenSummary>({
        key: 'user',
        title: text(messages.user),
        nameOf: ({ subject }) => subject,
        addressOf: ({ subject }) => editPath(USERS, subject),
        moreOf: ({ description }) => description || text(messages.noDescription),
        narrow,
      }),
      {
        key: 'description',
        title: text(messages.description),
        width: 'grow',
        least: 160,
        room: ({ description }) => textRoom(description),
        yields: true,
        sortable: true,
        phone: 'second',
        cell: ({ description, token_id: id }) =>
          description ? (
            <span title={id}>{description}</span>
          ) : (
            <span className="ld-soft" title={id}>
              {text(messages.noDescription)}
            </span>
          ),
      },
      {
        key: 'scope',
        title: text(messages.scope),
        width: 220,
        shrinks: 120,
        yields: true,
        cell: (token) => <span title={token.scope}>{scopeWords(text(messages[scopeOf(token)]), token)}</span>,
      },
      {
        key: 'state',
        title: text(messages.state),
        width: 180,
        shrinks: 112,
        phone: 'second-end',
        cell: (token) => <Badge state={BADGES[stateOf(token)]}>{text(messages[stateOf(token)])}</Badge>,
      },
      {
        key: 'created',
        title: text(messages.created),
        ...DATE,
        yields: true,
        cell: ({ issued_at: at }) => <When date={isoOf(at)} />,
      },
      {
        key: 'expires',
        title: text(messages.expires),
        ...DATE,
        cell: ({ expiry }) => (expiry === undefined ? text(messages.never) : <When date={isoOf(expiry)} />),
      },
      {
        key: 'lastUsed',
        title: text(messages.lastUsed),
        ...DATE,
        cell: ({ last_used: at }) =>
          at === undefined ? (
            <span className="ld-soft">{text(messages.never)}</span>
          ) : (
            <When date={isoOf(at)} />
          ),
      },
    ],
    [narrow, text],
  );
}

/** A limited scope lists repositories and actions. */
function scopeWords(label: string, token: TokenSummary): string {
  return scopeOf(token) === 'scopeLimited' ? token.scope.replaceAll('repository:', '') : label;
}
