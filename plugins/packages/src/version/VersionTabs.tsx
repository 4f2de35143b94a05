import type { Contribution, ShellApi } from '@lading/contract';
import { Tabs, useFormats, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { PackageFormat } from '../formats/PackageFormat.ts';
import { formatOf, packageType } from '../types/packageTypes.ts';
import { defaultTab, OF_IMAGES, TABS, type VersionTab } from './defaultTab.ts';
import { filesIn } from './files/filesIn.ts';
import { messages } from './messages.ts';
import { SelectedTab } from './SelectedTab.tsx';
import type { VersionParts, VersionStore } from './VersionStore.ts';
import type { VersionDetails } from './versionApi.ts';

interface Props {
  readonly version: VersionDetails;
  readonly store: VersionStore;
  readonly parts: VersionParts;
}

/** Tabs of a version, including those of other plugins. The URL contains the open tab. */
export const VersionTabs = observer(function VersionTabs(props: Props) {
  const { version, store, parts } = props;
  const shell = useShell();
  const text = useText();
  const formats = useFormats();
  const { search } = useLocation();
  const format = formatOf(store.type);
  const layers = format?.layers ?? false;
  const added = addedTabs(shell, store.type);
  const files = filesIn(version.files, parts.lead.repoKey);
  const counts: Partial<Record<VersionTab, number>> = {
    files: files.length,
    ...(layers && parts.layers.value ? { layers: parts.layers.value.blobsInfo.length } : {}),
  };
  const tabs = [
    ...TABS.filter((key) => suits(key, format)).map((key) => ({
      key,
      label: text(messages[key]),
      count: counts[key] === undefined ? undefined : formats.count(counts[key]),
    })),
    ...added.map(({ value: { id, label, icon } }) => ({ key: id, label: text(label), icon })),
  ];
  // Images load their layers for every tab.
  useEffect(() => void (layers && parts.layers.need()), [layers, parts]);
  const asked = new URLSearchParams(search).get('tab');
  const selected =
    tabs.find(({ key }) => key === asked)?.key ??
    (format?.plainFiles ? 'files' : defaultTab(parts.lead.path));
  const to = (tab: string) => {
    const keys = new URLSearchParams(search);
    keys.set('tab', tab);
    return `?${keys}`;
  };
  return (
    <Tabs label={text(messages.tabs)} tabs={tabs} selected={selected} to={to}>
      <SelectedTab
        selected={selected}
        added={added.find(({ value }) => value.id === selected)}
        version={{ ...version, files }}
        store={store}
        parts={parts}
      />
    </Tabs>
  );
});

/** Tabs of packages of source code or libraries, which images and plain files lack. */
const OF_CODE: readonly VersionTab[] = ['readme', 'dependencies', 'dependents'];

function suits(tab: VersionTab, format: PackageFormat | undefined): boolean {
  if (OF_IMAGES.includes(tab)) return format?.layers === true;
  return !((format?.plainFiles || format?.layers) && OF_CODE.includes(tab));
}

/**
 * Returns the contributed tabs for this package type, in order. While the available services are
 * unknown, tabs that require one are included: the tab in the URL must not appear after another
 * one.
 */
function addedTabs(
  shell: Pick<ShellApi, 'contributions' | 'allows' | 'services'>,
  type: string,
): Contribution<'packageTabs'>[] {
  return shell
    .contributions('packageTabs')
    .filter(({ value: { packageTypes, requires } }) => {
      const suits = packageTypes?.map(packageType).includes(packageType(type)) ?? true;
      return suits && shell.allows(shell.services.known ? requires : { ...requires, services: [] });
    })
    .sort((one, next) => (one.value.order ?? 999) - (next.value.order ?? 999));
}
