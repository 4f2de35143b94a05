/** Small pages in one file: each file of a plugin has an entry in the boot document. */

export { OAuthPage } from './OAuthPage.tsx';
export { SamlPage } from './SamlPage.tsx';
