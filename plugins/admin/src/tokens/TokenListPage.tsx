import type { TokenSummary } from '@lading/contract/rest';
import { Button, useShell, useText } from '@lading/ui';
import { type ListFilter, ListPage, PagedList, useList } from '@lading/ui/list';
import { messages } from './messages.ts';
import { SCOPES, STATES, USES } from './tokenStates.ts';
import { fetchTokenPage, revokeTokens } from './tokensApi.ts';
import { useTokenColumns } from './useTokenColumns.tsx';

/** The first one is the default. */
const SORTS = ['created', 'user', 'description', 'expires', 'lastUsed'];

/** The access tokens of all users. */
export function TokenListPage() {
  const { http, modals, notifications } = useShell();
  const text = useText();
  const list = useList(
    'tokens',
    (shell) => new PagedList(fetchTokenPage(shell), { sorts: SORTS, descending: true }),
  );
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
