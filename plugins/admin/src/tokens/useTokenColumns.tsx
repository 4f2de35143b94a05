import type { TokenSummary } from '@lading/contract/rest';
import { ShortName, useText, When } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { editPath, USERS } from '../paths.ts';
import { messages } from './messages.ts';
import { scopeOf, stateOf } from './tokenStates.ts';

const BADGES = { active: 'good', soon: 'warning', expired: 'off' } as const;
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

export function useTokenColumns(): readonly Column<TokenSummary>[] {
  const text = useText();
  return useMemo<Column<TokenSummary>[]>(
    () => [
      {
        key: 'user',
        title: text(messages.user),
        width: 180,
        sortable: true,
        link: true,
        phone: 'first',
        cell: ({ subject }) => (
          <CellLink to={editPath(USERS, subject)}>
            <ShortName text={subject} />
          </CellLink>
        ),
      },
      {
        key: 'description',
        title: text(messages.description),
        width: 'grow',
        least: 160,
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
        cell: (token) => <span title={token.scope}>{scopeWords(text(messages[scopeOf(token)]), token)}</span>,
      },
      {
        key: 'state',
        title: text(messages.state),
        width: 180,
        phone: 'first-end',
        cell: (token) => <Badge state={BADGES[stateOf(token)]}>{text(messages[stateOf(token)])}</Badge>,
      },
      {
        key: 'created',
        title: text(messages.created),
        width: 130,
        sortable: true,
        cell: ({ issued_at: at }) => <When date={isoOf(at)} />,
      },
      {
        key: 'expires',
        title: text(messages.expires),
        width: 130,
        sortable: true,
        phone: 'second-end',
        cell: ({ expiry }) => (expiry === undefined ? text(messages.never) : <When date={isoOf(expiry)} />),
      },
      {
        key: 'lastUsed',
        title: text(messages.lastUsed),
        width: 130,
        sortable: true,
        cell: ({ last_used: at }) =>
          at === undefined ? (
            <span className="ld-soft">{text(messages.never)}</span>
          ) : (
            <When date={isoOf(at)} />
          ),
      },
    ],
    [text],
  );
}

/** A limited scope lists repositories and actions. */
function scopeWords(label: string, token: TokenSummary): string {
  return scopeOf(token) === 'scopeLimited' ? token.scope.replaceAll('repository:', '') : label;
}
