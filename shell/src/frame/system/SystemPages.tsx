import { Lazy, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { messages } from '../../messages.ts';
import { useFrame } from '../FrameContext.ts';
import { AuthorizationPage, NotAcceptablePage, NotFoundPage, ServerErrorPage } from './ErrorPages.tsx';
import { OverviewPage } from './OverviewPage.tsx';
import { StartFailedPage } from './StartFailedPage.tsx';
import { UnavailablePage } from './UnavailablePage.tsx';

/** Pages that must be shown even if nothing more can be loaded. */
const PAGES: Readonly<Record<string, ComponentType>> = {
  notFound: NotFoundPage,
  notAcceptable: NotAcceptablePage,
  serverError: ServerErrorPage,
  authorization: AuthorizationPage,
  unavailable: UnavailablePage,
  overview: OverviewPage,
  startFailed: StartFailedPage,
};

/** Pages that are loaded on demand. */
const LATER_PAGES: Readonly<Record<string, () => Promise<ComponentType>>> = {
  diagnostics: () => import('./laterPages.ts').then(({ DiagnosticsPage }) => DiagnosticsPage),
  lightweight: () => import('./laterPages.ts').then(({ LightweightPage }) => LightweightPage),
  licenses: () => import('./laterPages.ts').then(({ LicensesPage }) => LicensesPage),
  why: () => import('../why/WhyPage.tsx').then(({ WhyPage }) => WhyPage),
};

const NONE = {};

/** Renders the shell's own pages. */
export const SystemPages = observer(function SystemPages() {
  const { elements, navigation, page } = useFrame();
  const text = useText();
  const name = page.system ?? '';
  const [Page, load] = [PAGES[name], LATER_PAGES[name]];
  if (!Page && !load) return null;
  return createPortal(
    Page ? <Page /> : load && <Lazy load={load} props={NONE} failure={text(messages.pageFailed)} />,
    elements.content,
    navigation.place.pathname,
  );
});
