import type { CloudContext } from '@lading/contract/rest';
import {
  buttonClass,
  EmptyState,
  Fetched,
  FetchedView,
  isPublicUrl,
  PageFrame,
  useShell,
  useText,
} from '@lading/ui';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from './messages.ts';

interface Props {
  /** Leaves the console without a history entry that would redirect here again. */
  readonly leave?: (address: string) => void;
}

const NOWHERE: CloudContext = { cloud: false, subscriptionUrl: '' };

/** Redirects to the provider's account portal given in the platform's context. */
export function PortalPage(props: Props) {
  const { leave = (address) => window.location.replace(address) } = props;
  const text = useText();
  const { http } = useShell();
  const [context] = useState(
    () => new Fetched(NOWHERE, (signal) => http.json<CloudContext>('/ui/api/v1/system/cloud', { signal })),
  );
  return (
    <PageFrame heading={text(messages.heading)}>
      <FetchedView fetched={context} failure={text(messages.failed)}>
        {({ subscriptionUrl }) => <Portal address={subscriptionUrl} leave={leave} />}
      </FetchedView>
    </PageFrame>
  );
}

function Portal(props: { address: string; leave: (address: string) => void }) {
  const { address, leave } = props;
  const text = useText();
  const url = isPublicUrl(address) ? new URL(address) : undefined;
  const open = url?.protocol === 'https:' ? url : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: redirects only once
  useEffect(() => {
    if (open) leave(open.href);
  }, [open?.href]);

  if (open) {
    const { host, href } = open;
    return (
      <EmptyState icon="open" what={text(messages.leading, { host })}>
        <a className={buttonClass('main')} href={href} rel="noreferrer">
          {text(messages.go, { host })}
        </a>
      </EmptyState>
    );
  }
  const none = address === '';
  return (
    <EmptyState
      icon={none ? 'info' : 'warning'}
      what={text(none ? messages.none : messages.wrong)}
      more={text(none ? messages.noneMore : messages.wrongMore, { address })}
    >
      <Link className={buttonClass('plain')} to="/user_profile">
        {text(messages.toProfile)}
      </Link>
    </EmptyState>
  );
}
