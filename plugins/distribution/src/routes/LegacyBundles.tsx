import { PageSkeleton, useShell } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { BUNDLES, LEGACY_ROOT } from '../addresses.ts';
import { BundlePage } from '../version/BundlePage.tsx';
import { rewritesLegacyPath } from '../versions.ts';
import { BundlesPage } from './BundlesPage.tsx';

/**
 * The legacy path: redirects if the versions of the services support the new path, otherwise shows
 * the same pages.
 */
export const LegacyBundles = observer(function LegacyBundles() {
  const { services } = useShell();
  const { pathname, search } = useLocation();
  if (!services.known) return <PageSkeleton />;
  if (rewritesLegacyPath(services))
    return <Navigate replace to={`${BUNDLES}${pathname.slice(LEGACY_ROOT.length)}${search}`} />;
  return (
    <Routes>
      <Route path="source/:name/:version" element={<BundlePage />} />
      <Route path=":activeTab?" element={<BundlesPage />} />
    </Routes>
  );
});
