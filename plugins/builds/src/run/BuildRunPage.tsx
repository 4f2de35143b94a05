import { HttpFailure } from '@lading/contract';
import type { BuildDetails } from '@lading/contract/rest';
import {
  Button,
  buttonClass,
  EmptyState,
  Fetched,
  FetchedView,
  Lazy,
  PageFrame,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { BUILDS, buildAddress } from '../addresses.ts';
import css from '../builds.css?inline';
import { fetchRun } from '../buildsApi.ts';
import { CompareField } from '../diff/CompareField.tsx';
import { RunDiff } from '../diff/RunDiff.tsx';
import { messages } from '../messages.ts';
import { messages as promotion } from '../promotion/messages.ts';
import { Promotions } from '../promotion/Promotions.tsx';
import { Status } from '../promotion/Status.tsx';
import { ModuleView } from './ModuleView.tsx';
import { RunFacts } from './RunFacts.tsx';

const dialog = () =>
  import('../promotion/PromotionDialog.tsx').then(({ PromotionDialog }) => PromotionDialog);

/** Details of a build run, and the files that its modules produced and used. */
export const BuildRunPage = observer(function BuildRunPage() {
  useStyles(css);
  const { name = '', number = '' } = useParams();
  const { search } = useLocation();
  const started = new URLSearchParams(search).get('started') ?? undefined;
  const { http } = useShell();
  const text = useText();
  const run = useMemo(
    () =>
      new Fetched<BuildDetails | undefined>(undefined, (signal) =>
        fetchRun(http, name, number, started, signal).catch((error: unknown) => {
          if (error instanceof HttpFailure && [400, 403, 404].includes(error.status)) return undefined;
          throw error;
        }),
      ),
    [http, name, number, started],
  );
  const [promoting, setPromoting] = useState(false);
  useEffect(() => () => run.dispose(), [run]);
  const above = [
    { label: text(messages.title), to: BUILDS },
    { label: name, to: buildAddress(name) },
  ];
  const found = run.value;
  const status = found?.promotions.find((promotion) => promotion.status !== '')?.status ?? '';
  return (
    <PageFrame
      above={above}
      heading={`${name} ${number}`}
      beside={<Status status={status} />}
      actions={
        found?.mayPromote && (
          <Button kind="main" label={text(promotion.promote)} onClick={() => setPromoting(true)} />
        )
      }
    >
      <FetchedView fetched={run} failure={text(messages.failed)}>
        {(details) => (details ? <Run details={details} /> : <Unknown name={name} number={number} />)}
      </FetchedView>
      {promoting && found && (
        <Lazy
          load={dialog}
          failure={text(promotion.notLoaded)}
          props={{
            run: { name, number, started: found.started },
            onCancel: () => setPromoting(false),
            onDone: () => {
              setPromoting(false);
              void run.fetch();
            },
          }}
        />
      )}
    </PageFrame>
  );
});

/** The run to compare with is part of the URL. */
function Run({ details }: { details: BuildDetails }) {
  const text = useText();
  const [keys, setKeys] = useSearchParams();
  const { name, number, started, modules, promotions } = details;
  const to = keys.get('compare') ?? '';
  const compare = (other: string) =>
    setKeys((before) => {
      const others = [...before].filter(([key]) => key !== 'compare');
      return other === '' ? others : [...others, ['compare', other]];
    });
  return (
    <div className="builds-run">
      <section aria-label={text(messages.about)}>
        <RunFacts details={details} />
      </section>
      <Promotions promotions={promotions} />
      <CompareField name={name} number={number} chosen={to} onChoose={compare} />
      {to !== '' && <RunDiff name={name} number={number} started={started} to={to} />}
      {modules.length === 0 && (
        <EmptyState icon="package" what={text(messages.noModules)} more={text(messages.noModulesMore)} />
      )}
      {modules.map((module, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two modules may have one name, and their order stays
        <ModuleView key={at} module={module} />
      ))}
    </div>
  );
}

function Unknown({ name, number }: { name: string; number: string }) {
  const text = useText();
  return (
    <EmptyState icon="history" what={text(messages.unknownRun, { name, number })}>
      <Link className={buttonClass('plain')} to={buildAddress(name)}>
        {text(messages.allRuns)}
      </Link>
    </EmptyState>
  );
}
