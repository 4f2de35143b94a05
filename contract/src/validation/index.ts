export { CONTRACT_VERSION } from '../version.ts';
export { serviceNames } from './serviceNames.ts';
export { validateManifest } from './validate.ts';
