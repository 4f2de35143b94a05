import type { ScanPolicy } from '@lading/contract/rest';
import { Fetched, FetchedView, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { VIOLATIONS } from '../paths.ts';
import css from '../scanning.css?inline';
import { fetchPolicy } from '../scanningApi.ts';
import { messages } from './messages.ts';
import { PolicyForm } from './PolicyForm.tsx';

/** What may be used. */
export function PolicyPage() {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const [fetched] = useState(
    () => new Fetched<ScanPolicy | undefined>(undefined, (signal) => fetchPolicy(http, signal)),
  );
  useEffect(() => () => fetched.dispose(), [fetched]);
  return (
    <PageFrame heading={text(messages.title)}>
      <p className="scanning-about ld-soft">{text(messages.about)}</p>
      <p className="scanning-about">
        <Link to={VIOLATIONS}>{text(messages.violations)}</Link>
      </p>
      <FetchedView fetched={fetched} failure={text(messages.failed)}>
        {(policy) => policy && <PolicyForm policy={policy} />}
      </FetchedView>
    </PageFrame>
  );
}
