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
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { GettingStarted } from '../gettingStarted/GettingStarted.tsx';
import { Personalization } from '../personalization/Personalization.tsx';
import { PersonalizationStore } from '../personalization/PersonalizationStore.ts';
import { DefaultProject } from '../project/DefaultProject.tsx';
import { TourActions } from '../tour/TourActions.tsx';
import { messages } from './messages.ts';
import css from './onboarding.css?inline';
import { fetchOnboarding } from './onboardingApi.ts';

/** License rank of the free tier. */
const FREE_TIER = 1;

/**
 * Guides from a new instance to the first package, after the personalization questions, if they
 * apply to the user.
 */
export const QuickSetupPage = observer(function QuickSetupPage() {
  useStyles(css);
  const text = useText();
  const { user, license } = useShell();
  const admin = user.current?.admin === true;
  return (
    <PageFrame heading={text(messages.heading)} actions={<TourActions />}>
      {!admin && <ForUsers />}
      {admin && (license.rank === FREE_TIER ? <Flow /> : <PersonalFlow />)}
    </PageFrame>
  );
});

/** Shows the personalization questions until they are submitted or dismissed. */
const PersonalFlow = observer(function PersonalFlow() {
  const shell = useShell();
  const text = useText();
  const [wanted] = useState(() => new Fetched(false, async () => (await fetchOnboarding(shell.http)).needed));
  const [store] = useState(() => new PersonalizationStore(shell));
  useEffect(() => () => wanted.dispose(), [wanted]);
  return (
    <FetchedView fetched={wanted} failure={text(messages.failed)}>
      {(needed) => (needed && store.visible ? <Personalization store={store} /> : <Flow />)}
    </FetchedView>
  );
});

function Flow() {
  return (
    <>
      <GettingStarted />
      <DefaultProject />
    </>
  );
}

function ForUsers() {
  const text = useText();
  return (
    <EmptyState icon="package" what={text(messages.user)} more={text(messages.userMore)}>
      <Link className={buttonClass('main')} to="/packages">
        {text(messages.packages)}
      </Link>
      <Link className={buttonClass('quiet')} to="/help/documentation/first-steps">
        {text(messages.documentation)}
      </Link>
    </EmptyState>
  );
}
