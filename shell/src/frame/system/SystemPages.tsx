import { observer } from 'mobx-react-lite';
import { type ComponentType, createElement } from 'react';
import { createPortal } from 'react-dom';
import { useFrame } from '../FrameContext.ts';
import { WhyScreen } from '../why/WhyScreen.tsx';
import { DiagnosticsPage } from './DiagnosticsPage.tsx';
import { AuthorizationPage, NotAcceptablePage, NotFoundPage, ServerErrorPage } from './ErrorPages.tsx';
import { LicensesPage } from './LicensesPage.tsx';
import { LightweightPage } from './LightweightPage.tsx';
import { OverviewPage } from './OverviewPage.tsx';
import { StartFailedPage } from './StartFailedPage.tsx';
import { UnavailablePage } from './UnavailablePage.tsx';

const PAGES: Readonly<Record<string, ComponentType>> = {
  notFound: NotFoundPage,
  notAcceptable: NotAcceptablePage,
  serverError: ServerErrorPage,
  authorization: AuthorizationPage,
  unavailable: UnavailablePage,
  diagnostics: DiagnosticsPage,
  overview: OverviewPage,
  why: WhyScreen,
  startFailed: StartFailedPage,
  lightweight: LightweightPage,
  licenses: LicensesPage,
};

/** Renders the shell's own pages. */
export const SystemPages = observer(function SystemPages() {
  const { elements, navigation, page } = useFrame();
  const component = page.system === undefined ? undefined : PAGES[page.system];
  return component
    ? createPortal(createElement(component), elements.content, navigation.place.pathname)
    : null;
});
