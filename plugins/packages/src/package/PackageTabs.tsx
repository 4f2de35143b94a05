import type { Package } from '@lading/contract/rest';
import { Lazy, Tabs, useFormats, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useLocation } from 'react-router-dom';
import { formatOf } from '../types/packageTypes.ts';
import { messages as versionMessages } from '../version/messages.ts';
import { messages } from './messages.ts';
import type { PackageStore } from './PackageStore.ts';
import { VersionList } from './VersionList.tsx';

const readme = () => import('./PackageReadme.tsx').then(({ PackageReadme }) => PackageReadme);

/** The versions of a package and the readme of its newest one; the URL names the tab. */
export const PackageTabs = observer(function PackageTabs(props: { details: Package; store: PackageStore }) {
  const { details, store } = props;
  const text = useText();
  const formats = useFormats();
  const { search } = useLocation();
  const format = formatOf(details.packageType);
  const withReadme = !(format?.plainFiles || format?.layers);
  const selected = withReadme && new URLSearchParams(search).get('tab') === 'readme' ? 'readme' : 'versions';
  const tabs = [
    { key: 'versions', label: text(messages.versions), count: formats.count(details.versionsCount) },
    ...(withReadme ? [{ key: 'readme', label: text(versionMessages.readme) }] : []),
  ];
  const to = (tab: string) => {
    const keys = new URLSearchParams(search);
    keys.delete('tab');
    if (tab !== 'versions') keys.set('tab', tab);
    return `?${keys}`;
  };
  return (
    <Tabs label={text(messages.tabs)} tabs={tabs} selected={selected} to={to}>
      {selected === 'versions' ? (
        <div className="packages-details__main">
          <VersionList packageId={details.id} store={store} />
        </div>
      ) : (
        <Lazy
          load={readme}
          failure={text(versionMessages.tabNotLoaded)}
          props={{ type: details.packageType, store }}
        />
      )}
    </Tabs>
  );
});
