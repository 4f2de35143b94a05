export { CONTRACT_VERSION } from '../version.ts';
export { validateBackends } from './backends.ts';
export { serviceNames } from './serviceNames.ts';
export { validateManifest } from './validate.ts';
