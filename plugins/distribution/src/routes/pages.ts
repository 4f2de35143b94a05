// One module for all pages: the boot document lists the files of each route, so fewer files keep it
// small.
export { ConditionsPage } from '../conditions/ConditionsPage.tsx';
export { EdgesPage } from '../edges/EdgesPage.tsx';
export { PdnPage } from '../pdn/PdnPage.tsx';
export { PdnTeaserPage } from '../pdn/PdnTeaserPage.tsx';
export { BundlePage } from '../version/BundlePage.tsx';
export { BundlesPage } from './BundlesPage.tsx';
export { LegacyBundles } from './LegacyBundles.tsx';
export { TeaserPage } from './TeaserPage.tsx';
