import { buttonClass, PageFrame } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useFrame } from '../FrameContext.ts';

/** What happened, and the way on. */
function ErrorPage(props: { heading: string; children: ReactNode }) {
  const { navigation } = useFrame();
  return (
    <PageFrame heading={props.heading}>
      {props.children}
      <p>
        <a className={buttonClass('main')} href={navigation.href('/')}>
          Go to the first page
        </a>
      </p>
    </PageFrame>
  );
}

export function NotFoundPage() {
  return (
    <ErrorPage heading="Page not found">
      <p>There is nothing at this address. It may have been moved or deleted, or the link is not complete.</p>
    </ErrorPage>
  );
}

/** `/406/:requestId`: a request that the server did not accept. */
export const NotAcceptablePage = observer(function NotAcceptablePage() {
  const { pathname } = useFrame().navigation.place;
  return (
    <ErrorPage heading="Request refused">
      <p>
        The server did not accept a request. Whoever runs the platform finds it in the log by this number:
      </p>
      <p>
        <code>{readable(pathname.split('/')[2] ?? '')}</code>
      </p>
    </ErrorPage>
  );
});

export function ServerErrorPage() {
  return (
    <ErrorPage heading="The server failed">
      <p>The server could not answer. Try again in a moment.</p>
    </ErrorPage>
  );
}

export function AuthorizationPage() {
  return (
    <ErrorPage heading="Not authorized">
      <p>You are not authorized to view this page. An administrator can give you the permission.</p>
    </ErrorPage>
  );
}

/** As it was before it stood in an address, where it can be read at all. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
