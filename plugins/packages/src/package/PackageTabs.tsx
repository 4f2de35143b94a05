import type { Package } from '@lading/contract/rest';
import { Lazy, PageSkeleton, Tabs, useFormats, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useLocation } from 'react-router-dom';
import { formatOf } from '../types/packageTypes.ts';
import { messages as versionMessages } from '../version/messages.ts';
import { messages } from './messages.ts';
import type { PackageStore } from './PackageStore.ts';
import { VersionList } from './VersionList.tsx';

const imageTags = () => import('./ImageTags.tsx').then(({ ImageTags }) => ImageTags);
const readme = () => import('./PackageReadme.tsx').then(({ PackageReadme }) => PackageReadme);

/**
 * Tabs of a package: its readme or the tags of an image, if any, and its versions. The URL contains
 * the tab.
 */
export const PackageTabs = observer(function PackageTabs(props: { details: Package; store: PackageStore }) {
  const { details, store } = props;
  const text = useText();
  const formats = useFormats();
  const { search } = useLocation();
  if (!store.about.settled) return <PageSkeleton />;
  // A readme that failed to load shows its error in the tab.
  const withReadme = store.about.error !== undefined || (store.about.value?.readme ?? '').trim() !== '';
  const isImage = formatOf(details.packageType)?.layers === true;
  const asked = new URLSearchParams(search).get('tab');
  const first = isImage ? 'tags' : withReadme && !store.about.error ? 'readme' : 'versions';
  const tabs = [
    ...(isImage ? [{ key: 'tags', label: text(messages.tags) }] : []),
    ...(withReadme && !isImage ? [{ key: 'readme', label: text(versionMessages.readme) }] : []),
    { key: 'versions', label: text(messages.versions), count: formats.count(details.versionsCount) },
  ];
  const selected = tabs.find(({ key }) => key === asked)?.key ?? first;
  const to = (tab: string) => {
    const keys = new URLSearchParams(search);
    keys.set('tab', tab);
    return `?${keys}`;
  };
  return (
    <Tabs label={text(messages.tabs)} tabs={tabs} selected={selected} to={to}>
      {selected === 'versions' && (
        <div className="packages-details__main">
          <VersionList packageId={details.id} store={store} total={details.versionsCount} />
        </div>
      )}
      {selected === 'readme' && (
        <Lazy
          load={readme}
          failure={text(versionMessages.tabNotLoaded)}
          props={{ store, type: details.packageType }}
        />
      )}
      {selected === 'tags' && (
        <Lazy
          load={imageTags}
          failure={text(versionMessages.tabNotLoaded)}
          props={{ store, packageId: details.id }}
        />
      )}
    </Tabs>
  );
});
