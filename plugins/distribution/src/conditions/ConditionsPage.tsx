import type { PromotionConditions } from '@lading/contract/rest';
import { EmptyState, Fetched, FetchedView, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import css from '../distribution.css?inline';
import { KeySection } from '../evidence/KeySection.tsx';
import { fetchConditions, fetchGroupNames } from './conditionsApi.ts';
import { EnvironmentForm } from './EnvironmentForm.tsx';
import { messages } from './messages.ts';

/** Conditions of promotions to each environment, for administrators. */
export const ConditionsPage = observer(function ConditionsPage() {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const { conditions, groups } = useMemo(
    () => ({
      conditions: new Fetched<readonly PromotionConditions[]>([], (signal) => fetchConditions(http, signal)),
      groups: new Fetched<readonly string[]>([], (signal) => fetchGroupNames(http, signal)),
    }),
    [http],
  );
  useEffect(() => {
    void conditions.need();
    return () => {
      conditions.dispose();
      groups.dispose();
    };
  }, [conditions, groups]);
  return (
    <PageFrame heading={text(messages.title)}>
      <p className="ld-soft">{text(messages.about)}</p>
      <FetchedView fetched={conditions} failure={text(messages.failed)}>
        {(environments) =>
          environments.length === 0 ? (
            <EmptyState icon="tag" what={text(messages.none)} more={text(messages.noneMore)} />
          ) : (
            <div className="bundles-version">
              {environments.map((each) => (
                <EnvironmentForm key={each.environment} stored={each} groups={groups} />
              ))}
              <KeySection />
            </div>
          )
        }
      </FetchedView>
    </PageFrame>
  );
});
