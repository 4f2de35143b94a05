import { FetchedView, Lazy, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { partsOfPackageId } from '../address/packageAddress.ts';
import { wholePackageId } from '../query/versionQuery.ts';
import { basicScanning } from '../scanning/basicScanning.ts';
import css from './details.css?inline';
import { messages } from './messages.ts';
import { PackageDetails } from './PackageDetails.tsx';
import { PackageStore } from './PackageStore.ts';

const unknown = () => import('../rareParts.ts').then(({ UnknownPackage }) => UnknownPackage);

/** Page of a package and its versions. */
export const PackagePage = observer(function PackagePage() {
  useStyles(css);
  const shell = useShell();
  const { http } = shell;
  const { packageId: asked = '' } = useParams();
  const { search } = useLocation();
  const packageId = wholePackageId(asked, search);
  const basic = basicScanning(shell);
  const store = useMemo(() => new PackageStore(http, packageId, basic), [http, packageId, basic]);
  const text = useText();
  // Fetched with the package, because the initial tab depends on the readme.
  useEffect(() => void store.about.need(), [store]);
  useEffect(() => () => store.dispose(), [store]);
  return (
    <FetchedView
      fetched={store.details}
      failure={text(messages.notFetched)}
      page={(error) => (
        <PageFrame
          above={[{ label: text(messages.packages), to: '/packages' }]}
          heading={partsOfPackageId(packageId).name}
        >
          {error}
        </PageFrame>
      )}
    >
      {(details) =>
        details ? (
          <PackageDetails details={details} store={store} />
        ) : (
          <Lazy load={unknown} props={{ id: packageId }} failure={text(messages.notFetched)} />
        )
      }
    </FetchedView>
  );
});
