import { buttonClass, Icon, PageFrame, useShell, useText } from '@lading/ui';
import { Tags } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { packageAddress } from '../address/packageAddress.ts';
import { compareAddress } from '../compare/compareAddress.ts';
import { DownloadButton } from '../download/DownloadButton.tsx';
import { DownloadSection } from '../downloads/DownloadSection.tsx';
import { InstallCommands } from '../install/InstallCommands.tsx';
import { Notices } from '../notices/Notices.tsx';
import { useStillLayout } from '../package/useStillLayout.ts';
import { mayRemove } from '../removal/mayRemove.ts';
import { RemovalButton } from '../removal/RemovalButton.tsx';
import { isPlainFile } from '../types/isPlainFile.ts';
import { PackageType } from '../types/PackageType.tsx';
import { messages } from './messages.ts';
import { VersionFacts } from './VersionFacts.tsx';
import type { VersionStore } from './VersionStore.ts';
import { VersionTabs } from './VersionTabs.tsx';
import type { VersionDetails } from './versionApi.ts';

/** The version of a plain file is only the day of its upload, which the facts contain. */
function headingOf({ type, packageName }: VersionStore, version: string): string {
  return isPlainFile(type, version) ? packageName : `${packageName} ${version}`;
}

interface Props {
  readonly packageId: string;
  readonly version: VersionDetails;
  readonly store: VersionStore;
}

/** Metadata of a version; the URL specifies the repository. */
export const VersionDetailsView = observer(function VersionDetailsView(props: Props) {
  const { packageId, version, store } = props;
  const text = useText();
  const [keys] = useSearchParams();
  const shell = useShell();
  const navigate = useNavigate();
  // After a deletion of the whole version, opens the page of the package, or the list without a
  // package.
  const removed = async () => {
    const left = await store.findRemaining();
    if (left !== 'version') void navigate(left === 'package' ? packageAddress(packageId) : '/packages');
  };
  const { waiting, onReady } = useStillLayout();
  const parts = store.parts(version, keys.get('repos') ?? undefined);
  const above = [
    { label: text(messages.packages), to: '/packages' },
    { label: store.packageName, to: packageAddress(packageId) },
  ];
  return (
    <div className="packages-page">
      <PageFrame
        above={above}
        heading={headingOf(store, version.name)}
        beside={
          <>
            <PackageType type={store.type} />
            <Tags words={version.tags} />
          </>
        }
        actions={
          <>
            {mayRemove(shell) && (
              <RemovalButton
                selection={{ packages: [{ id: packageId, versions: [version.name] }] }}
                onRemoved={() => void removed()}
                onRestored={() => void navigate(packageAddress(packageId, version.name))}
              />
            )}
            <Link className={buttonClass('plain')} to={compareAddress(packageId, { to: version.name })}>
              {text(messages.compare)}
            </Link>
            {parts && <DownloadButton repoKey={parts.lead.repoKey} path={parts.lead.path} />}
          </>
        }
      >
        <Notices />
        {version.deprecated && (
          <p className="packages-deprecated">
            <Icon name="warning" />
            {text(messages.deprecated, { reason: version.deprecated })}
          </p>
        )}
        <div className={`packages-details packages-details--version ${waiting}`}>
          <div className="packages-details__main">
            {parts && <VersionTabs version={version} store={store} parts={parts} />}
          </div>
          <aside className="packages-details__aside" aria-label={text(messages.about)}>
            <InstallCommands
              type={store.type}
              name={store.packageName}
              version={version.name}
              held={version.repos}
              onReady={onReady}
            />
            <section>
              <h2>{text(messages.about)}</h2>
              <VersionFacts version={version} />
            </section>
            <DownloadSection packageId={packageId} version={version.name} />
          </aside>
        </div>
      </PageFrame>
    </div>
  );
});
