import type { Contribution } from '@lading/contract';
import { ErrorBoundary, Lazy, PageSkeleton, ShellContext, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { formatOf } from '../types/packageTypes.ts';
import { BuildsTab } from './builds/BuildsTab.tsx';
import { OF_IMAGES, type VersionTab } from './defaultTab.ts';
import { DependenciesTab } from './dependencies/DependenciesTab.tsx';
import { DependentsTab } from './dependents/DependentsTab.tsx';
import { archivePaths } from './files/archivePaths.ts';
import { FilesTab } from './files/FilesTab.tsx';
import { messages } from './messages.ts';
import { PropertiesTab } from './properties/PropertiesTab.tsx';
import { ReadmeTab } from './readme/ReadmeTab.tsx';
import type { VersionParts, VersionStore } from './VersionStore.ts';
import type { VersionDetails } from './versionApi.ts';

const contentsTab = () => import('../inside/contents/ContentsTab.tsx').then(({ ContentsTab }) => ContentsTab);
const sbomTab = () => import('../inside/sbom/SbomTab.tsx').then(({ SbomTab }) => SbomTab);

interface Props {
  readonly selected: string;
  /** The tab of another plugin, if that one is selected. */
  readonly added: Contribution<'packageTabs'> | undefined;
  readonly version: VersionDetails;
  readonly store: VersionStore;
  readonly parts: VersionParts;
}

/** The content of the selected tab. */
export const SelectedTab = observer(function SelectedTab(props: Props) {
  const { selected, added, version, store, parts } = props;
  const shell = useShell();
  const text = useText();
  return (
    <>
      {selected === 'readme' && <ReadmeTab parts={parts} />}
      {selected === 'properties' && <PropertiesTab parts={parts} />}
      {selected === 'files' && <FilesTab files={version.files} parts={parts} />}
      {selected === 'dependencies' && <DependenciesTab parts={parts} type={store.type} />}
      {selected === 'dependents' && <DependentsTab store={store} parts={parts} version={version.name} />}
      {selected === 'builds' && <BuildsTab parts={parts} />}
      {OF_IMAGES.includes(selected as VersionTab) && (
        <Lazy
          key={selected}
          load={imageTab(selected)}
          failure={text(messages.tabNotLoaded)}
          props={{ parts }}
        />
      )}
      {selected === 'contents' && (
        <Lazy
          load={contentsTab}
          failure={text(messages.tabNotLoaded)}
          props={{ repoKey: parts.lead.repoKey, paths: archivePaths(version.files, parts.lead.path) }}
        />
      )}
      {selected === 'sbom' && (
        <Lazy
          load={sbomTab}
          failure={text(messages.tabNotLoaded)}
          props={{
            ...{ packageId: store.packageId, version: version.name, repoKey: parts.lead.repoKey },
            files: version.files,
            referrers: formatOf(store.type)?.layers ? parts.referrers : undefined,
          }}
        />
      )}
      {added && !shell.allows(added.value.requires) && <PageSkeleton />}
      {added && shell.allows(added.value.requires) && <AddedTab {...props} added={added} />}
    </>
  );
});

/** The tab of another plugin, with that plugin's shell. Its failure affects nothing else. */
const AddedTab = observer(function AddedTab(props: Props & { added: Contribution<'packageTabs'> }) {
  const { selected, added, version, store, parts } = props;
  const shell = useShell();
  const text = useText();
  const own = useMemo(() => shell.shellOf(added), [shell, added]);
  const report = (error: Error) => shell.reportFailure(added, error);
  return (
    <ErrorBoundary resetKey={selected} onError={report}>
      <ShellContext.Provider value={own}>
        <Lazy
          key={selected}
          load={added.value.tab}
          failure={text(messages.tabNotLoaded)}
          onError={report}
          props={{
            packageType: store.type,
            packageName: store.packageName,
            version: version.name,
            repoKey: parts.lead.repoKey,
            path: parts.lead.path,
          }}
        />
      </ShellContext.Provider>
    </ErrorBoundary>
  );
});

/** Only images need them. */
function imageTab(tab: string) {
  if (tab === 'layers') return loadLayers;
  return tab === 'configuration' ? loadConfiguration : loadReferrers;
}
const loadLayers = () => import('./image/tabs.ts').then(({ LayersTab }) => LayersTab);
const loadConfiguration = () => import('./image/tabs.ts').then(({ ConfigurationTab }) => ConfigurationTab);
const loadReferrers = () => import('./image/tabs.ts').then(({ ReferrersTab }) => ReferrersTab);
