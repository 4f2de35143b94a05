// One module for all pages: each route names its files in the page of the console, so that fewer files keep that page small.
export { EdgesPage } from '../edges/EdgesPage.tsx';
export { BundlePage } from '../version/BundlePage.tsx';
export { BundlesPage } from './BundlesPage.tsx';
export { LegacyBundles } from './LegacyBundles.tsx';
export { TeaserPage } from './TeaserPage.tsx';
