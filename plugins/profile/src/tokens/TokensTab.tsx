import type { TokenSummary } from '@lading/contract/rest';
import { Button, Dialog, EmptyState, SearchField, useShell, useText } from '@lading/ui';
import { DataTable } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { causeOf } from '../page/failures.ts';
import { MadeToken } from './create/MadeToken.tsx';
import { messages as formMessages } from './create/messages.ts';
import { NewTokenForm } from './create/NewTokenForm.tsx';
import { NewTokenStore } from './create/NewTokenStore.ts';
import { messages } from './messages.ts';
import type { TokensStore } from './TokensStore.ts';
import { readTokenQuery, type TokenQuery, type TokenSort, tokenQueryAddress } from './tokenQuery.ts';
import { useTokenColumns, useTokenName } from './useTokenColumns.tsx';

interface Props {
  readonly store: TokensStore;
  /** The form of a new token, while it is open. */
  readonly form: NewTokenStore | undefined;
  readonly onForm: (form: NewTokenStore | undefined) => void;
}

/** Access tokens of the user: create, show once, revoke. */
export const TokensTab = observer(function TokensTab(props: Props) {
  const { store, form, onForm } = props;
  const text = useText();
  const { modals, notifications, user } = useShell();
  const nameOf = useTokenName();
  const navigate = useNavigate();
  const { search } = useLocation();
  const query = useMemo(() => readTokenQuery(search), [search]);
  const open = () => onForm(new NewTokenStore(store, user.current?.admin ?? false));
  const change = (changed: Partial<TokenQuery>) => {
    void navigate({ search: tokenQueryAddress({ ...query, ...changed }) }, { replace: true });
  };
  useEffect(() => store.show(query), [store, query]);

  const revoke = useCallback(
    async (token: TokenSummary) => {
      const name = nameOf(token);
      const agreed = await modals.confirm({
        title: text(messages.revokeAsk, { name }),
        text: text(messages.revokeText),
        verb: text(messages.revoke),
        danger: true,
      });
      if (!agreed) return;
      try {
        await store.revoke(token);
        notifications.success(text(messages.revoked, { name }));
      } catch (error) {
        notifications.error(text(messages.revokeFailed, { name, cause: causeOf(error) }));
      }
    },
    [store, modals, notifications, nameOf, text],
  );
  const columns = useTokenColumns(revoke);
  const create = <Button kind="main" icon="add" label={text(messages.create)} onClick={open} />;

  const { rows } = store.rows;
  return (
    <>
      <div className="profile-bar">
        <p className="ld-soft">{text(messages.about)}</p>
        {store.some && create}
      </div>
      {store.some !== false && (
        <SearchField label={text(messages.filter)} value={query.name} onChange={(name) => change({ name })} />
      )}
      {rows && (
        <DataTable
          id="tokens"
          what={text(messages.what)}
          counted={messages.counted}
          columns={columns}
          rows={rows}
          sort={{ key: query.sortBy, descending: query.descending }}
          onSort={({ key, descending }) => change({ sortBy: key as TokenSort, descending })}
          empty={
            store.some ? (
              <EmptyState icon="key" what={text(messages.nothing, { name: query.name })}>
                <Button label={text(messages.clear)} onClick={() => change({ name: '' })} />
              </EmptyState>
            ) : (
              <EmptyState icon="key" what={text(messages.none)} more={text(messages.noneMore)}>
                {create}
              </EmptyState>
            )
          }
        />
      )}
      {form && (
        <Dialog title={text(formMessages.title)} onCancel={() => onForm(undefined)}>
          <NewTokenForm store={form} onClose={() => onForm(undefined)} />
        </Dialog>
      )}
      {store.made && !form && <MadeToken {...store.made} onDone={() => store.putAway()} />}
    </>
  );
});
