import type { PackageTab, ShellApi } from '@lading/contract';
import { ErrorBoundary, Lazy, PageSkeleton, Tabs, useFormats, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { PackageFormat } from '../formats/PackageFormat.ts';
import { formatOf, packageType } from '../types/packageTypes.ts';
import { BuildsTab } from './builds/BuildsTab.tsx';
import { defaultTab, TABS, type VersionTab } from './defaultTab.ts';
import { DependenciesTab } from './dependencies/DependenciesTab.tsx';
import { DependentsTab } from './dependents/DependentsTab.tsx';
import { FilesTab } from './files/FilesTab.tsx';
import { messages } from './messages.ts';
import { PropertiesTab } from './properties/PropertiesTab.tsx';
import { ReadmeTab } from './readme/ReadmeTab.tsx';
import type { VersionParts, VersionStore } from './VersionStore.ts';
import type { VersionDetails } from './versionApi.ts';

const sbomTab = () => import('../inside/sbom/SbomTab.tsx').then(({ SbomTab }) => SbomTab);

interface Props {
  readonly version: VersionDetails;
  readonly store: VersionStore;
  readonly parts: VersionParts;
}

/** What belongs to a version, a tab each, with what other plug-ins add; the address names the one that is open. */
export const VersionTabs = observer(function VersionTabs(props: Props) {
  const { version, store, parts } = props;
  const shell = useShell();
  const text = useText();
  const formats = useFormats();
  const { search } = useLocation();
  const format = formatOf(store.type);
  const layers = format?.layers ?? false;
  const added = addedTabs(shell, store.type);
  const counts: Partial<Record<VersionTab, number>> = {
    files: version.files.length,
    ...(layers && parts.layers.value ? { layers: parts.layers.value.blobsInfo.length } : {}),
  };
  const tabs = [
    ...TABS.filter((key) => suits(key, format)).map((key) => ({
      key,
      label: text(messages[key]),
      count: counts[key] === undefined ? undefined : formats.count(counts[key]),
    })),
    ...added.map(({ id, label }) => ({ key: id, label: text(label) })),
  ];
  // Images also load their layers, whatever tab is open.
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
  const other = added.find(({ id }) => id === selected);
  return (
    <Tabs label={text(messages.tabs)} tabs={tabs} selected={selected} to={to}>
      {selected === 'readme' && <ReadmeTab parts={parts} />}
      {selected === 'properties' && <PropertiesTab parts={parts} />}
      {selected === 'files' && <FilesTab files={version.files} parts={parts} />}
      {selected === 'dependencies' && <DependenciesTab parts={parts} type={store.type} />}
      {selected === 'dependents' && <DependentsTab store={store} />}
      {selected === 'builds' && <BuildsTab parts={parts} />}
      {OF_IMAGES.includes(selected as VersionTab) && (
        <Lazy
          key={selected}
          load={imageTab(selected)}
          failure={text(messages.tabNotLoaded)}
          props={{ parts }}
        />
      )}
      {selected === 'sbom' && (
        <Lazy
          load={sbomTab}
          failure={text(messages.tabNotLoaded)}
          props={{ packageId: store.packageId, version: version.name, repoKey: parts.lead.repoKey }}
        />
      )}
      {other && !shell.allows(other.requires) && <PageSkeleton />}
      {other && shell.allows(other.requires) && (
        <ErrorBoundary resetKey={selected} onError={() => {}}>
          <Lazy
            key={selected}
            load={other.tab}
            failure={text(messages.tabNotLoaded)}
            props={{
              packageType: store.type,
              packageName: store.packageName,
              version: version.name,
              repoKey: parts.lead.repoKey,
              path: parts.lead.path,
            }}
          />
        </ErrorBoundary>
      )}
    </Tabs>
  );
});

const OF_IMAGES: readonly VersionTab[] = ['layers', 'configuration', 'referrers'];

/** Only images need them. */
function imageTab(tab: string) {
  if (tab === 'layers') return loadLayers;
  return tab === 'configuration' ? loadConfiguration : loadReferrers;
}
const loadLayers = () => import('./image/tabs.ts').then(({ LayersTab }) => LayersTab);
const loadConfiguration = () => import('./image/tabs.ts').then(({ ConfigurationTab }) => ConfigurationTab);
const loadReferrers = () => import('./image/tabs.ts').then(({ ReferrersTab }) => ReferrersTab);

/** Tabs of packages of source code or libraries, which images and plain files lack. */
const OF_CODE: readonly VersionTab[] = ['readme', 'dependencies', 'dependents'];

function suits(tab: VersionTab, format: PackageFormat | undefined): boolean {
  if (OF_IMAGES.includes(tab)) return format?.layers === true;
  return !((format?.plainFiles || format?.layers) && OF_CODE.includes(tab));
}

/**
 * Those that are for this type of package, in their order. While nobody has said yet which services there are, those that need one are
 * among them: the tab that an address names is not to come after another one.
 */
function addedTabs(
  shell: Pick<ShellApi, 'contributions' | 'allows' | 'services'>,
  type: string,
): PackageTab[] {
  return shell
    .contributions('packageTabs')
    .map(({ value }) => value)
    .filter(({ packageTypes, requires }) => {
      const suits = packageTypes?.map(packageType).includes(packageType(type)) ?? true;
      return suits && shell.allows(shell.services.known ? requires : { ...requires, services: [] });
    })
    .sort((one, next) => (one.order ?? 999) - (next.order ?? 999));
}
