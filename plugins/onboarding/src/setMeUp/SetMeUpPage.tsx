import type { SetMeUp } from '@lading/contract/rest';
import { Fetched, FetchedView, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import css from '../quickSetup/onboarding.css?inline';
import { messages } from './messages.ts';
import { RepositorySetUp } from './RepositorySetUp.tsx';
import ownCss from './setMeUp.css?inline';

const CALL = '/ui/api/v1/ui/setMeUp';

/** Shows how to set up a client for a repository. */
export function SetMeUpPage() {
  useStyles(css);
  useStyles(ownCss);
  const text = useText();
  const { http } = useShell();
  const [known] = useState(
    () => new Fetched<SetMeUp | undefined>(undefined, (signal) => http.json<SetMeUp>(CALL, { signal })),
  );
  useEffect(() => () => known.dispose(), [known]);
  return (
    <PageFrame heading={text(messages.heading)}>
      <p className="ld-soft">{text(messages.about)}</p>
      <FetchedView fetched={known} failure={text(messages.failed)}>
        {(data) => data && <RepositorySetUp data={data} />}
      </FetchedView>
    </PageFrame>
  );
}
