import { observer } from 'mobx-react-lite';
import { createPortal } from 'react-dom';
import { useFrame } from '../FrameContext.ts';
import { DiagnosticsPage } from './DiagnosticsPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

/** The shell's own pages, in the place of plug-ins. */
export const SystemPages = observer(function SystemPages() {
  const { elements, navigation } = useFrame();
  const { pathname } = navigation.place;
  const page =
    pathname === '/404' ? <NotFoundPage /> : pathname === '/diagnostics' ? <DiagnosticsPage /> : null;
  return page && createPortal(page, elements.content, pathname);
});
