import type { VersionComparison } from '@lading/contract/rest';
import { Fetched, FetchedView, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useMemo } from 'react';
import { type ComparedPair, fetchComparison } from './compareApi.ts';
import { DependencyChanges } from './DependencyChanges.tsx';
import { FileChangeList } from './FileChangeList.tsx';
import { MetadataTable } from './MetadataTable.tsx';
import { messages } from './messages.ts';
import { VulnerabilityChanges } from './VulnerabilityChanges.tsx';

/** Shows the differences between the two versions. */
export const ComparisonView = observer(function ComparisonView(pair: ComparedPair) {
  const { packageId, from, to } = pair;
  const { http } = useShell();
  const text = useText();
  const comparison = useMemo(
    () =>
      new Fetched<VersionComparison | undefined>(undefined, (signal) =>
        fetchComparison(http, { packageId, from, to }, signal),
      ),
    [http, packageId, from, to],
  );
  useEffect(() => () => comparison.dispose(), [comparison]);
  return (
    <FetchedView fetched={comparison} failure={text(messages.failed)}>
      {(found) => found && <Sections comparison={found} pair={{ packageId, from, to }} />}
    </FetchedView>
  );
});

function Sections(props: { comparison: VersionComparison; pair: ComparedPair }) {
  const text = useText();
  const { comparison, pair } = props;
  const { files, contents, contentsOf, contentsFault } = comparison;
  return (
    <>
      <Section heading={text(messages.metadata)}>
        <MetadataTable from={comparison.from} to={comparison.to} />
      </Section>
      <Section heading={text(messages.dependencies)}>
        <DependencyChanges comparison={comparison} />
      </Section>
      <Section heading={text(messages.vulnerabilities)}>
        <VulnerabilityChanges changes={comparison.vulnerabilities} />
      </Section>
      <Section heading={text(messages.files)}>
        <FileChangeList changes={files} />
      </Section>
      {(contents || contentsFault !== null) && (
        <Section heading={text(messages.contents)}>
          {contentsOf && <p className="ld-soft compare-archives">{text(messages.contentsOf, contentsOf)}</p>}
          {contents ? (
            <FileChangeList changes={contents} pair={pair} />
          ) : (
            <p>
              {text(messages.notCompared)} {contentsFault}
            </p>
          )}
        </Section>
      )}
    </>
  );
}

function Section(props: { heading: string; children: ReactNode }) {
  return (
    <section className="compare-section">
      <h2>{props.heading}</h2>
      {props.children}
    </section>
  );
}
