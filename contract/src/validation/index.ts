export { CONTRACT_VERSION } from '../version.ts';
export { validateManifest } from './validate.ts';
