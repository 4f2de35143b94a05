import type { PdnGroups, PdnTransfers } from '@lading/contract/rest';
import {
  buttonClass,
  EmptyState,
  Fetched,
  FetchedView,
  PageFrame,
  PageSkeleton,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { EDGES, PDN_TEASER } from '../addresses.ts';
import css from '../distribution.css?inline';
import { EdgeGroup } from './EdgeGroup.tsx';
import { messages } from './messages.ts';
import { fetchGroups, fetchTransfers } from './pdnApi.ts';
import { TransferList } from './TransferList.tsx';
import { pdnTitle } from './title.ts';

const NONE: PdnGroups = { groups: [] };
const NO_TRANSFERS: PdnTransfers = { transfers: [], total: 0 };
/** Milliseconds between two refreshes. */
const PAUSE = 10_000;

/** The private distribution network: groups of edges, their state, and transfers. */
export const PdnPage = observer(function PdnPage() {
  const { services } = useShell();
  if (!services.known) return <PageSkeleton />;
  if (!services.available('tracker')) return <Navigate replace to={PDN_TEASER} />;
  return <Network />;
});

const Network = observer(function Network() {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const groups = useMemo(() => new Fetched(NONE, (signal) => fetchGroups(http, signal)), [http]);
  const transfers = useMemo(
    () => new Fetched(NO_TRANSFERS, (signal) => fetchTransfers(http, signal)),
    [http],
  );
  useRefreshed(groups, transfers);
  // The content below the groups would move when they are loaded.
  const areGroupsShown = useRef(false);
  areGroupsShown.current ||= groups.settled;
  return (
    <PageFrame heading={text(pdnTitle)}>
      <p className="ld-soft">{text(messages.about)}</p>
      <FetchedView fetched={groups} failure={text(messages.failed)}>
        {({ groups: found }) =>
          found.length === 0 ? (
            <EmptyState icon="plug" what={text(messages.none)} more={text(messages.noneMore)}>
              <Link className={buttonClass('plain')} to={EDGES}>
                {text(messages.toEdges)}
              </Link>
            </EmptyState>
          ) : (
            <div className="bundles-version">
              {found.map((group) => (
                <EdgeGroup key={group.name} group={group} />
              ))}
            </div>
          )
        }
      </FetchedView>
      {areGroupsShown.current && (
        <section>
          <h2>{text(messages.transfers)}</h2>
          <FetchedView fetched={transfers} failure={text(messages.transfersFailed)}>
            {(found) => <TransferList found={found} />}
          </FetchedView>
        </section>
      )}
    </PageFrame>
  );
});

/** Loads both, and again from time to time while the page is open. */
function useRefreshed(groups: Fetched<PdnGroups>, transfers: Fetched<PdnTransfers>): void {
  useEffect(() => {
    void groups.need();
    void transfers.need();
    const timer = setInterval(() => {
      void groups.fetch();
      void transfers.fetch();
    }, PAUSE);
    return () => {
      clearInterval(timer);
      groups.dispose();
      transfers.dispose();
    };
  }, [groups, transfers]);
}
