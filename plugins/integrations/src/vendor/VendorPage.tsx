import type { Integration } from '@lading/contract/rest';
import { Button, buttonClass, EmptyState, PageFrame, useShell, useText } from '@lading/ui';
import { ListPage, type RowKind, useList, WholeList } from '@lading/ui/list';
import { observer } from 'mobx-react-lite';
import { useCallback, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { messages as cards } from '../cards/messages.ts';
import { GitDialog } from '../git/GitDialog.tsx';
import { GitModal } from '../git/GitModal.ts';
import { messages as git } from '../git/messages.ts';
import { GIT_VENDORS, type GitVendor } from '../git/vendors.ts';
import { deleteIntegration, fetchGroup } from '../integrationsApi.ts';
import { INTEGRATIONS } from '../paths.ts';
import { messages } from './messages.ts';
import { useVendorColumns } from './useVendorColumns.tsx';

const KIND: RowKind<Integration> = {
  sorts: { name: ({ name }) => name, url: ({ url }) => url, updatedOn: ({ updatedOn }) => updatedOn },
  texts: ({ name, url, userName }) => [name, url, userName],
};

/** The connections to one vendor. */
export function VendorPage() {
  const { vendorName = '' } = useParams();
  const text = useText();
  const vendor = GIT_VENDORS.find(({ name }) => name === vendorName);
  if (vendor) return <Connections key={vendor.name} vendor={vendor} />;
  return (
    <PageFrame above={[{ label: text(cards.title), to: INTEGRATIONS }]} heading={vendorName}>
      <EmptyState icon="plug" what={text(messages.unknown, { name: vendorName })}>
        <Link className={buttonClass('plain')} to={INTEGRATIONS}>
          {text(messages.all)}
        </Link>
      </EmptyState>
    </PageFrame>
  );
}

const Connections = observer(function Connections({ vendor }: { vendor: GitVendor }) {
  const { http, modals, notifications } = useShell();
  const text = useText();
  const list = useList(
    `vendor.${vendor.name}`,
    (calls) =>
      new WholeList(async (signal) => {
        const { items } = await fetchGroup(calls, 'git', signal);
        return items.find(({ id }) => id === vendor.id)?.integrations ?? [];
      }, KIND),
  );
  const [modal] = useState(() => new GitModal(http));
  const remove = useCallback(
    async ({ name, integrationKey: key, products }: Integration) => {
      const used = products.length > 0 ? 'yes' : 'no';
      const question = {
        title: text(messages.removeTitle, { name }),
        text: text(messages.removeText, { used }),
      };
      if (!(await modals.confirm({ ...question, verb: text(messages.remove), danger: true }))) return;
      try {
        await deleteIntegration(http, key);
        notifications.success(text(git.deleted, { key }));
        list.reload();
      } catch {
        notifications.error(text(git.deleteFailed));
      }
    },
    [http, list, modals, notifications, text],
  );
  const connect = () => modal.create(vendor);
  return (
    <ListPage
      id="vendor"
      list={list}
      above={[{ label: text(cards.title), to: INTEGRATIONS }]}
      heading={vendor.label}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useVendorColumns(vendor, modal, remove)}
      actions={
        <Button
          kind="main"
          icon="add"
          label={text(cards.connectNamed, { vendor: vendor.label })}
          onClick={connect}
        />
      }
      empty={{
        icon: 'plug',
        what: text(messages.none, { vendor: vendor.label }),
        more: text(messages.noneMore),
        next: <Button label={text(cards.connect)} onClick={connect} />,
      }}
    >
      <GitDialog modal={modal} onChanged={() => list.reload()} />
    </ListPage>
  );
});
