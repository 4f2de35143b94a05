import type { TokenSummary } from '@lading/contract/rest';
import { Button, useShell, useText } from '@lading/ui';
import { type ListFilter, ListPage, type RowKind, useList, WholeList } from '@lading/ui/list';
import { messages } from './messages.ts';
import { matchesUse, SCOPES, STATES, scopeOf, stateOf, USES } from './tokenStates.ts';
import { fetchTokens, revokeTokens } from './tokensApi.ts';
import { useTokenColumns } from './useTokenColumns.tsx';

const KIND: RowKind<TokenSummary> = {
  sorts: {
    created: ({ issued_at }) => issued_at,
    user: ({ subject }) => subject,
    description: ({ description }) => description,
    expires: ({ expiry }) => expiry,
    lastUsed: ({ last_used }) => last_used,
  },
  descending: true,
  texts: ({ subject, description, scope, token_id }) => [subject, description, scope, token_id],
  filters: {
    user: ({ subject }, value) => subject === value,
    scope: (token, value) => scopeOf(token) === value,
    state: (token, value) => stateOf(token) === value,
    use: (token, value) => matchesUse(token, value),
  },
};

/** The access tokens of all users. */
export function TokenListPage() {
  const { http, modals, notifications } = useShell();
  const text = useText();
  const list = useList('tokens', (shell) => new WholeList((signal) => fetchTokens(shell, signal), KIND));
  const revoke = async (selected: readonly TokenSummary[], clear: () => void) => {
    const count = selected.length;
    const users = [...new Set(selected.map(({ subject }) => subject))].sort();
    const agreed = await modals.confirm({
      title: text(messages.revokeTitle, { count }),
      text: text(messages.revokeText, { users: users.join(', ') }),
      verb: text(messages.revoke),
      danger: true,
    });
    if (!agreed) return;
    try {
      const ids = selected.map(({ token_id }) => token_id);
      notifications.success(text(messages.revoked, { count: await revokeTokens(http, ids) }));
      clear();
    } catch (cause) {
      const said = cause instanceof Error ? cause.message : String(cause);
      notifications.error(text(messages.notRevoked, { cause: said }));
    }
    list.reload();
  };
  return (
    <ListPage
      id="tokens"
      heading={text(messages.title)}
      about={text(messages.about)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      filters={useFilters()}
      columns={useTokenColumns()}
      twoLines
      list={list}
      selection={{
        keyOf: ({ token_id }) => token_id,
        nameOf: ({ subject, description }) => `${subject}: ${description || text(messages.noDescription)}`,
        actions: (selected, clear) => (
          <Button kind="danger" label={text(messages.revoke)} onClick={() => void revoke(selected, clear)} />
        ),
      }}
      empty={{ icon: 'key', what: text(messages.none), more: text(messages.noneMore) }}
    />
  );
}

function useFilters(): readonly ListFilter[] {
  const text = useText();
  const choices = (all: keyof typeof messages, keys: readonly (keyof typeof messages)[]) => [
    { key: '', label: text(messages[all]) },
    ...keys.map((key) => ({ key, label: text(messages[key]) })),
  ];
  return [
    { key: 'user', label: text(messages.user) },
    { key: 'scope', label: text(messages.scope), options: choices('allScopes', SCOPES) },
    { key: 'state', label: text(messages.state), options: choices('allStates', STATES) },
    { key: 'use', label: text(messages.use), options: choices('allUses', USES) },
  ];
}
