export { validateManifest } from './validate.ts';
