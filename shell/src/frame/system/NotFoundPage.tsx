import { buttonClass, PageFrame } from '@lading/ui';
import { useFrame } from '../FrameContext.ts';

export function NotFoundPage() {
  const { navigation } = useFrame();
  return (
    <PageFrame heading="Page not found">
      <p>There is nothing at this address. It may have been moved or deleted, or the link is not complete.</p>
      <p>
        <a className={buttonClass('main')} href={navigation.href('/')}>
          Go to the first page
        </a>
      </p>
    </PageFrame>
  );
}
