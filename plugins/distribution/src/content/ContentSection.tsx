import type { BundleDetails, BundleFindings } from '@lading/contract/rest';
import { Fetched, FetchedView, Tabs, useFormats, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ArtifactList } from '../version/ArtifactList.tsx';
import css from './content.css?inline';
import { fetchFindings } from './contentApi.ts';
import { LicenseTable } from './LicenseTable.tsx';
import { messages } from './messages.ts';
import { PackageList } from './PackageList.tsx';
import { VulnerabilityReport } from './VulnerabilityReport.tsx';

const TABS = ['packages', 'files', 'licenses', 'vulnerabilities'] as const;
/** Query parameter of the selected tab. */
const PARAMETER = 'content';

/** Packages, files, licenses, and vulnerabilities of a version. */
export const ContentSection = observer(function ContentSection({ details }: { details: BundleDetails }) {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const formats = useFormats();
  const { name, version } = details;
  const findings = useMemo(
    () =>
      new Fetched<BundleFindings | undefined>(undefined, (signal) =>
        fetchFindings(http, { name, version }, signal),
      ),
    [http, name, version],
  );
  useEffect(() => {
    void findings.need();
    return () => findings.dispose();
  }, [findings]);
  const [query] = useSearchParams();
  const selected = TABS.find((key) => key === query.get(PARAMETER)) ?? 'packages';
  const counts: Partial<Record<(typeof TABS)[number], string>> = {
    files: formats.count(details.artifacts),
    ...(findings.value ? { packages: formats.count(findings.value.packages) } : {}),
  };
  return (
    <section>
      <h2>{text(messages.title)}</h2>
      <Tabs
        label={text(messages.title)}
        tabs={TABS.map((key) => ({ key, label: text(messages[key]), count: counts[key] }))}
        selected={selected}
        to={(key) => `?${PARAMETER}=${key}`}
      >
        {selected === 'packages' && (
          <PackageList key={`${name} ${version}`} {...{ name, version }} count={findings.value?.packages} />
        )}
        {selected === 'files' && (
          <ArtifactList key={`${name} ${version}`} {...{ name, version }} count={details.artifacts} />
        )}
        {(selected === 'licenses' || selected === 'vulnerabilities') && (
          <FetchedView fetched={findings} failure={text(messages.findingsFailed)}>
            {(found) =>
              found &&
              (selected === 'licenses' ? (
                <LicenseTable findings={found} />
              ) : (
                <VulnerabilityReport findings={found} />
              ))
            }
          </FetchedView>
        )}
      </Tabs>
    </section>
  );
});
