import type { Message } from '@lading/contract';
import { buttonClass, EmptyState, FetchedView, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { packageAddress, partsOfPackageId } from '../address/packageAddress.ts';
import css from '../package/details.css?inline';
import { wholePackageId } from '../query/versionQuery.ts';
import { basicScanning } from '../scanning/basicScanning.ts';
import { messages } from './messages.ts';
import { VersionDetailsView } from './VersionDetailsView.tsx';
import { VersionStore } from './VersionStore.ts';

/** One version of a package. */
export const VersionPage = observer(function VersionPage() {
  useStyles(css);
  const shell = useShell();
  const { http } = shell;
  const { packageId: asked = '', versionId = '' } = useParams();
  const { search } = useLocation();
  const packageId = wholePackageId(asked, search);
  const basic = basicScanning(shell);
  const store = useMemo(
    () => new VersionStore(http, packageId, versionId, basic),
    [http, packageId, versionId, basic],
  );
  const text = useText();
  useEffect(() => () => store.dispose(), [store]);
  return (
    <FetchedView
      fetched={store.details}
      failure={text(messages.notFetched)}
      page={(error) => (
        <PageFrame above={placesAbove(packageId, text)} heading={versionId}>
          {error}
        </PageFrame>
      )}
    >
      {(version) =>
        version ? (
          <VersionDetailsView key={version.id} packageId={packageId} version={version} store={store} />
        ) : (
          <UnknownVersion packageId={packageId} version={versionId} />
        )
      }
    </FetchedView>
  );
});

function placesAbove(packageId: string, text: (message: Message) => string) {
  return [
    { label: text(messages.packages), to: '/packages' },
    { label: partsOfPackageId(packageId).name, to: packageAddress(packageId) },
  ];
}

function UnknownVersion(props: { packageId: string; version: string }) {
  const text = useText();
  const { packageId, version } = props;
  const { name } = partsOfPackageId(packageId);
  return (
    <PageFrame above={placesAbove(packageId, text)} heading={version}>
      <EmptyState icon="tag" what={text(messages.unknown, { name, version })}>
        <Link className={buttonClass('plain')} to={packageAddress(packageId)}>
          {text(messages.allVersions)}
        </Link>
      </EmptyState>
    </PageFrame>
  );
}
