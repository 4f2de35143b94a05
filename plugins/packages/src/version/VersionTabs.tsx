import { Tabs, useFormats, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useLocation } from 'react-router-dom';
import { defaultTab, TABS, type VersionTab } from './defaultTab.ts';
import { DependenciesTab } from './dependencies/DependenciesTab.tsx';
import { FilesTab } from './files/FilesTab.tsx';
import { messages } from './messages.ts';
import { PropertiesTab } from './properties/PropertiesTab.tsx';
import { ReadmeTab } from './readme/ReadmeTab.tsx';
import type { VersionParts, VersionStore } from './VersionStore.ts';
import type { VersionDetails } from './versionApi.ts';

interface Props {
  readonly version: VersionDetails;
  readonly store: VersionStore;
  readonly parts: VersionParts;
}

/** What belongs to a version, a tab each; the address names the one that is open. */
export const VersionTabs = observer(function VersionTabs(props: Props) {
  const { version, store, parts } = props;
  const text = useText();
  const formats = useFormats();
  const { search } = useLocation();
  const asked = new URLSearchParams(search).get('tab');
  const selected = TABS.find((tab) => tab === asked) ?? defaultTab(parts.lead.path);
  const to = (tab: string) => {
    const keys = new URLSearchParams(search);
    keys.set('tab', tab);
    return `?${keys}`;
  };
  const count = (tab: VersionTab) => (tab === 'files' ? formats.count(version.files.length) : undefined);
  return (
    <Tabs
      label={text(messages.tabs)}
      tabs={TABS.map((tab) => ({ key: tab, label: text(messages[tab]), count: count(tab) }))}
      selected={selected}
      to={to}
    >
      {selected === 'readme' && <ReadmeTab parts={parts} />}
      {selected === 'properties' && <PropertiesTab parts={parts} />}
      {selected === 'files' && <FilesTab files={version.files} parts={parts} />}
      {selected === 'dependencies' && <DependenciesTab parts={parts} type={store.type} />}
    </Tabs>
  );
});
