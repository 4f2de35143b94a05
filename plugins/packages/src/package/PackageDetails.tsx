import type { Message } from '@lading/contract';
import type { Package, PackageAbout } from '@lading/contract/rest';
import { buttonClass, OutsideLink, PageFrame, useFormats, useShell, useText, When } from '@lading/ui';
import { type Fact, Facts, Tags } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { packageAddress } from '../address/packageAddress.ts';
import { compareAddress } from '../compare/compareAddress.ts';
import { useDeploy } from '../deploy/useDeploy.tsx';
import { DownloadSection } from '../downloads/DownloadSection.tsx';
import { InstallCommands } from '../install/InstallCommands.tsx';
import { Notices } from '../notices/Notices.tsx';
import { mayRemove } from '../removal/mayRemove.ts';
import { RemovalButton } from '../removal/RemovalButton.tsx';
import { RiskLevel } from '../scanning/RiskLevel.tsx';
import { ScanResult } from '../scanning/ScanResult.tsx';
import { StarButton } from '../stars/StarButton.tsx';
import { PackageType } from '../types/PackageType.tsx';
import { messages } from './messages.ts';
import type { PackageStore } from './PackageStore.ts';
import { PackageTabs } from './PackageTabs.tsx';
import { useStillLayout } from './useStillLayout.ts';

/** Returns the path of the list of packages with the keyword. */
const withKeyword = (word: string) => `/packages?${new URLSearchParams({ tags: word })}`;

/** Metadata of a package, without its versions. */
export const PackageDetails = observer(function PackageDetails(props: {
  details: Package;
  store: PackageStore;
}) {
  const { details, store } = props;
  const text = useText();
  const formats = useFormats();
  const shell = useShell();
  const navigate = useNavigate();
  const deploy = useDeploy({
    type: details.packageType,
    onDeployed: () => store.reload(),
  });
  // Without a version, the package no longer exists.
  const removed = async () => {
    if (!(await store.isLeft())) return void navigate('/packages');
    store.reload();
  };
  useEffect(() => void store.newest.need(), [store]);
  const { waiting, onReady } = useStillLayout(store.about.settled);
  const risk = details.operationalRisk?.riskLevel;
  const facts = [
    [
      text(messages.licenses),
      details.licenses.map(({ name }) => name).join(', ') || text(messages.noLicense),
    ],
    [text(messages.downloads), formats.count(details.stats.downloads)],
    [text(messages.stars), formats.count(store.stars.star.value?.followers ?? details.stats.followers)],
    ...originFacts(store.about.value, text),
    [text(messages.created), <When key="created" date={details.created} />],
    [text(messages.modified), <When key="modified" date={details.modified} />],
    [text(messages.security), <ScanResult key="scan" found={details.vulnerabilities} />],
    ...(risk ? ([[text(messages.risk), <RiskLevel key="risk" level={risk} />]] as const) : []),
    ...(details.tags.length > 0
      ? ([[text(messages.keywords), <Tags key="tags" words={details.tags} to={withKeyword} />]] as const)
      : []),
  ] as const;
  return (
    <>
      <div className="packages-page">
        <PageFrame
          above={[{ label: text(messages.packages), to: '/packages' }]}
          heading={details.name}
          beside={<PackageType type={details.packageType} />}
          actions={
            <>
              <StarButton store={store.stars} />
              {mayRemove(shell) && (
                <RemovalButton
                  selection={{ packages: [{ id: details.id }] }}
                  onRemoved={() => void removed()}
                  onRestored={() => void navigate(packageAddress(details.id))}
                />
              )}
              {details.versionsCount > 1 && (
                <Link
                  className={buttonClass('plain')}
                  to={compareAddress(details.id, { to: details.latestVersion ?? '' })}
                >
                  {text(messages.compare)}
                </Link>
              )}
              {deploy.action}
            </>
          }
        >
          <Notices />
          {details.description && <p className="packages-about">{details.description}</p>}
          <div className={`packages-details ${waiting}`}>
            <div className="packages-details__main">
              <PackageTabs details={details} store={store} />
            </div>
            <aside className="packages-details__aside" aria-label={text(messages.about)}>
              <InstallCommands
                type={details.packageType}
                name={details.name}
                newest={details.latestVersion || undefined}
                held={store.newest.value}
                onReady={onReady}
              />
              <section>
                <h2>{text(messages.about)}</h2>
                <Facts facts={facts} />
              </section>
              <DownloadSection packageId={details.id} />
            </aside>
          </div>
        </PageFrame>
      </div>
      {deploy.dialog}
    </>
  );
});

/** Publisher, homepage, and source, from the latest version. */
function originFacts(about: PackageAbout | undefined, text: (message: Message) => string): Fact[] {
  const { publishedBy, authors = [], maintainers = [], homepage, source, issues } = about ?? {};
  return [
    [text(messages.publishedBy), publishedBy],
    [text(messages.authors), authors.join(', ')],
    [text(messages.maintainers), maintainers.join(', ')],
    [text(messages.homepage), homepage && <Page key="homepage" url={homepage} />],
    [text(messages.source), source && <Page key="source" url={source} />],
    [text(messages.issues), issues && <Page key="issues" url={issues} />],
  ];
}

function Page({ url }: { url: string }) {
  return <OutsideLink url={url}>{url.replace(/^https?:\/\/(?:www\.)?|\/$/g, '')}</OutsideLink>;
}
