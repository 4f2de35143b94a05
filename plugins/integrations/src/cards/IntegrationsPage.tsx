import type { VendorCard } from '@lading/contract';
import type { IntegrationGroup, IntegrationType, IntegrationVendor } from '@lading/contract/rest';
import { CopyField, Fetched, FetchedView, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { ClientDialog, type ClientVendor } from '../clients/ClientDialog.tsx';
import { GitDialog } from '../git/GitDialog.tsx';
import { GitModal } from '../git/GitModal.ts';
import { vendorOf } from '../git/vendors.ts';
import { fetchGroup } from '../integrationsApi.ts';
import { vendorPath } from '../paths.ts';
import { CardView } from './CardView.tsx';
import { ContributedCard } from './ContributedCard.tsx';
import css from './cards.css?inline';
import { messages } from './messages.ts';
import { REMEDIES } from './remedies.ts';

const TYPES = ['git', 'ide', 'ci'] as const satisfies readonly IntegrationType[];
type Group = Fetched<IntegrationGroup | undefined>;

/**
 * Vendors to connect, in groups. Each group is loaded separately, so that a failure affects only
 * its own cards.
 */
export const IntegrationsPage = observer(function IntegrationsPage() {
  useStyles(css);
  const shell = useShell();
  const { http } = shell;
  const text = useText();
  const [groups] = useState(() =>
    TYPES.map(
      (type) =>
        [
          type,
          new Fetched<IntegrationGroup | undefined>(undefined, (signal) => fetchGroup(http, type, signal)),
        ] as const,
    ),
  );
  const [modal] = useState(() => new GitModal(http));
  const [client, setClient] = useState<ClientVendor>();
  useEffect(
    () => () => {
      for (const [, group] of groups) group.dispose();
    },
    [groups],
  );
  const contributed = shell
    .contributions('vendorCards')
    .filter(({ value }) => shell.allows(value.requires))
    .map(({ value }) => value)
    .sort((one, other) => (one.order ?? 999) - (other.order ?? 999));
  const others = contributed.filter(({ type }) => !TYPES.some((known) => known === type));
  return (
    <PageFrame inOrder heading={text(messages.title)}>
      <p className="ld-soft integrations-group">{text(messages.about)}</p>
      {groups.map(([type, group]) => (
        <section key={type} className="integrations-group" aria-labelledby={`integrations-${type}`}>
          <h2 id={`integrations-${type}`}>{text(messages[type])}</h2>
          <FetchedView fetched={group} failure={text(messages.failed)}>
            {(found) =>
              found && (
                <GroupCards
                  group={found}
                  contributed={contributed.filter((card) => card.type === type)}
                  modal={modal}
                  onClient={setClient}
                />
              )
            }
          </FetchedView>
        </section>
      ))}
      {groupsOf(others).map(([type, cards]) => (
        <section key={type} className="integrations-group">
          <h2>{text(cards.find(({ group }) => group)?.group ?? messages.other)}</h2>
          <ul className="integrations-cards">
            {cards.map((card) => (
              <ContributedCard key={card.id} card={card} />
            ))}
          </ul>
        </section>
      ))}
      <GitDialog modal={modal} onChanged={() => void groupOf(groups, 'git')?.fetch()} />
      {client && <ClientDialog vendor={client} onClose={() => setClient(undefined)} />}
    </PageFrame>
  );
});

interface CardsProps {
  readonly group: IntegrationGroup;
  readonly contributed: readonly VendorCard[];
  readonly modal: GitModal;
  readonly onClient: (vendor: ClientVendor) => void;
}

function GroupCards({ group, contributed, modal, onClient }: CardsProps) {
  const { type, items, unavailable } = group;
  return (
    <>
      {unavailable && <Unavailable reason={unavailable} />}
      {!unavailable && (
        <ul className="integrations-cards">
          {items.map((vendor) => (
            <CardView
              key={vendor.id}
              {...(type === 'git' ? gitCard(vendor, modal) : {})}
              {...(type === 'git'
                ? {}
                : { onConnect: () => onClient({ type, name: vendor.name, label: vendor.displayName }) })}
              {...{ label: vendor.displayName, icon: vendor.image, stateless: type !== 'git' }}
              {...{ connected: vendor.connected, configured: vendor.configured, products: vendor.products }}
              integrations={vendor.integrations.length}
            />
          ))}
        </ul>
      )}
      {contributed.length > 0 && (
        <ul className="integrations-cards">
          {contributed.map((card) => (
            <ContributedCard key={card.id} card={card} />
          ))}
        </ul>
      )}
    </>
  );
}

function gitCard({ id, name, integrations }: IntegrationVendor, modal: GitModal) {
  const vendor = vendorOf(id as 0 | 1 | 2 | 3 | 4);
  const unused = integrations.find(({ products }) => products.length === 0);
  return {
    path: vendorPath(name),
    onConnect: vendor && (() => modal.create(vendor)),
    onConnectService: unused && (() => modal.selectService(unused)),
  };
}

function Unavailable({ reason }: { reason: NonNullable<IntegrationGroup['unavailable']> }) {
  const text = useText();
  if (reason === 'role') return <p>{text(messages.gitRole)}</p>;
  return (
    <div className="integrations-off">
      <p>{text(reason === 'feature' ? messages.gitFeature : messages.gitService)}</p>
      <CopyField what={text(messages.setting)} text={REMEDIES[reason]} />
    </div>
  );
}

function groupOf(groups: readonly (readonly [IntegrationType, Group])[], wanted: IntegrationType) {
  return groups.find(([type]) => type === wanted)?.[1];
}

function groupsOf(cards: readonly VendorCard[]): [string, VendorCard[]][] {
  const groups = new Map<string, VendorCard[]>();
  for (const card of cards) groups.set(card.type, [...(groups.get(card.type) ?? []), card]);
  return [...groups];
}
