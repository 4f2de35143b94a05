import type { PackageTabProps } from '@lading/contract';
import type { BundlesOfChecksum } from '@lading/contract/rest';
import { EmptyState, Fetched, FetchedView, useShell, useStyles, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { versionAddress } from '../addresses.ts';
import { fetchContaining } from '../bundlesApi.ts';
import css from '../distribution.css?inline';
import { messages } from '../messages.ts';
import { Environments } from '../source/Environments.tsx';
import { bundlesRoot } from '../versions.ts';

/** Number of rows shown; the newest ones are enough to find the others. */
const ROWS = 20;

/** The release bundles that contain the lead file of a package version. */
export const ContainingTab = observer(function ContainingTab({ repoKey, path }: PackageTabProps) {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const found = useMemo(
    () =>
      new Fetched<BundlesOfChecksum>({ data: [], total: 0 }, async (signal) => {
        const address = [repoKey, ...path.split('/')].map(encodeURIComponent).join('/');
        const { checksums } = await http.json<{ checksums: { sha256: string } }>(
          `/artifactory/api/storage/${address}`,
          { signal },
        );
        return fetchContaining(http, checksums.sha256, ROWS, signal);
      }),
    [http, repoKey, path],
  );
  useEffect(() => () => found.dispose(), [found]);
  return (
    <FetchedView fetched={found} failure={text(messages.containingFailed)}>
      {(bundles) => <Containing bundles={bundles} />}
    </FetchedView>
  );
});

function Containing({ bundles: { data, total } }: { bundles: BundlesOfChecksum }) {
  const { services } = useShell();
  const text = useText();
  if (data.length === 0)
    return <EmptyState icon="package" what={text(messages.inNone)} more={text(messages.inNoneMore)} />;
  return (
    <>
      <p>{text(messages.inBundles, { count: total })}</p>
      <ul className="bundles-containing">
        {data.map(({ name, version, created, created_by: user, environments }) => (
          <li key={`${name} ${version}`}>
            <Link to={versionAddress(name, version, bundlesRoot(services))}>
              {name} <span className="ld-mono">{version}</span>
            </Link>{' '}
            <Environments names={environments} />
            <span className="ld-soft">
              <When date={created} /> · {user}
            </span>
          </li>
        ))}
      </ul>
      {total > data.length && <p className="ld-soft">{text(messages.newestOnly, { count: data.length })}</p>}
    </>
  );
}
