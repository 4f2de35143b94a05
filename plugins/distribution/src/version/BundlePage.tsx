import { HttpFailure } from '@lading/contract';
import type { BundleDetails } from '@lading/contract/rest';
import {
  buttonClass,
  EmptyState,
  Fetched,
  FetchedView,
  PageFrame,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { tabAddress } from '../addresses.ts';
import { fetchVersion } from '../bundlesApi.ts';
import { ConditionSection } from '../conditions/ConditionSection.tsx';
import { ContentSection } from '../content/ContentSection.tsx';
import css from '../distribution.css?inline';
import { EvidenceSection } from '../evidence/EvidenceSection.tsx';
import { messages } from '../messages.ts';
import { Overview } from '../overview/Overview.tsx';
import { bundlesRoot } from '../versions.ts';
import { BundleFacts } from './BundleFacts.tsx';
import { DistributionList } from './DistributionList.tsx';
import { PromotionTimeline } from './PromotionTimeline.tsx';
import { VersionActions } from './VersionActions.tsx';

/** Page of a bundle version: content, signature, and promotions. */
export const BundlePage = observer(function BundlePage() {
  useStyles(css);
  const { name = '', version = '' } = useParams();
  const { http, services } = useShell();
  const text = useText();
  const bundle = useMemo(
    () =>
      new Fetched<BundleDetails | undefined>(undefined, (signal) =>
        fetchVersion(http, name, version, signal).catch((error: unknown) => {
          if (error instanceof HttpFailure && error.status === 404) return undefined;
          throw error;
        }),
      ),
    [http, name, version],
  );
  useEffect(() => () => bundle.dispose(), [bundle]);
  const back = tabAddress(bundlesRoot(services), 'source');
  const above = [{ label: text(messages.title), to: back }];
  const found = bundle.value;
  return (
    <PageFrame
      above={above}
      heading={`${name} ${version}`}
      actions={found && <VersionActions details={found} back={back} onChanged={() => void bundle.fetch()} />}
    >
      <FetchedView fetched={bundle} failure={text(messages.failed)}>
        {(details) =>
          details ? (
            <Bundle details={details} onChanged={() => void bundle.fetch()} />
          ) : (
            <Unknown back={back} />
          )
        }
      </FetchedView>
    </PageFrame>
  );
});

function Bundle({ details, onChanged }: { details: BundleDetails; onChanged: () => void }) {
  const text = useText();
  const { name, version, mayPromote } = details;
  /** Reloads the conditions after an attestation was attached. */
  const [evidence, setEvidence] = useState(0);
  return (
    <div className="bundles-version">
      <BundleFacts details={details} />
      <ConditionSection key={evidence} name={name} version={version} />
      <ContentSection details={details} />
      <Overview {...{ name, version, mayPromote, onChanged }} />
      <section>
        <h2>{text(messages.promotions)}</h2>
        <PromotionTimeline details={details} />
      </section>
      <DistributionList name={name} version={version} />
      <EvidenceSection details={details} onChanged={() => setEvidence(evidence + 1)} />
    </div>
  );
}

function Unknown({ back }: { back: string }) {
  const text = useText();
  const { name = '', version = '' } = useParams();
  return (
    <EmptyState icon="package" what={text(messages.unknown, { name, version })}>
      <Link className={buttonClass('plain')} to={back}>
        {text(messages.allBundles)}
      </Link>
    </EmptyState>
  );
}
