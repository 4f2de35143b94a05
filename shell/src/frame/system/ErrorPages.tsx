import type { Message } from '@lading/contract';
import { buttonClass, PageFrame, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useFrame } from '../FrameContext.ts';
import { errors } from './messages.ts';

/** Error page with an explanation and a link. */
function ErrorPage(props: { heading: Message; more: Message; children?: ReactNode }) {
  const { navigation } = useFrame();
  const text = useText();
  return (
    <PageFrame heading={text(props.heading)}>
      <p>{text(props.more)}</p>
      {props.children}
      <p>
        <a className={buttonClass('main')} href={navigation.href('/')}>
          {text(errors.toFirstPage)}
        </a>
      </p>
    </PageFrame>
  );
}

export function NotFoundPage() {
  return <ErrorPage heading={errors.notFound} more={errors.notFoundMore} />;
}

/** `/406/:requestId`: the server rejected a request. */
export const NotAcceptablePage = observer(function NotAcceptablePage() {
  const { pathname } = useFrame().navigation.place;
  return (
    <ErrorPage heading={errors.refused} more={errors.refusedMore}>
      <p>
        <code>{readable(pathname.split('/')[2] ?? '')}</code>
      </p>
    </ErrorPage>
  );
});

export function ServerErrorPage() {
  return <ErrorPage heading={errors.failed} more={errors.failedMore} />;
}

export function AuthorizationPage() {
  return <ErrorPage heading={errors.notAuthorized} more={errors.notAuthorizedMore} />;
}

/** Decodes a URL part, or returns it unchanged if it is malformed. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
