import { LICENSE_RANK } from '@lading/contract';
import { EmptyState, PageFrame, PageSkeleton, Tabs, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { type BundleTab, TEASER, tabAddress } from '../addresses.ts';
import { CreateButton } from '../create/CreateButton.tsx';
import css from '../distribution.css?inline';
import { messages } from '../messages.ts';
import { SourceTab } from '../source/SourceTab.tsx';
import { TargetTab } from '../target/TargetTab.tsx';
import { bundlesRoot } from '../versions.ts';

const TABS: readonly BundleTab[] = ['source', 'target'];

/** Release bundles created on this server (source) and received ones (target). */
export const BundlesPage = observer(function BundlesPage() {
  useStyles(css);
  const { services, license } = useShell();
  const { activeTab } = useParams();
  const { search } = useLocation();
  const text = useText();
  const [mayCreate, setMayCreate] = useState(false);
  if (!services.known) return <PageSkeleton />;
  const root = bundlesRoot(services);
  const isOn = services.available('distribution');
  const tab = TABS.find((each) => each === activeTab);
  if (activeTab === undefined) {
    const first = isOn && license.rank >= LICENSE_RANK.ENTERPRISE_PLUS ? 'source' : 'target';
    return <Navigate replace to={`${tabAddress(root, first)}${search}`} />;
  }
  if (tab === 'source' && !isOn) return <Navigate replace to={TEASER} />;
  return (
    <PageFrame
      full
      heading={text(messages.title)}
      actions={tab === 'source' && mayCreate && <CreateButton root={root} />}
    >
      <Tabs
        label={text(messages.title)}
        tabs={TABS.map((key) => ({ key, label: text(messages[key]) }))}
        selected={tab ?? ''}
        to={(key) => tabAddress(root, key as BundleTab)}
      >
        {tab === 'source' && <SourceTab root={root} onMayCreate={setMayCreate} />}
        {tab === 'target' && <TargetTab />}
        {tab === undefined && (
          <EmptyState icon="package" what={text(messages.unknownTab, { tab: activeTab })} />
        )}
      </Tabs>
    </PageFrame>
  );
});
