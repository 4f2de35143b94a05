export { type AuthState, authHandlers, authState } from './auth.ts';
export { type AuthAdminState, authAdminHandlers, authAdminState } from './authAdmin.ts';
export { type BuildState, buildHandlers, buildRun, buildState } from './builds.ts';
export { type ImageState, imageHandlers, imageLayers, imageState } from './images.ts';
export { mfaHandlers, mfaState, type TestMfa } from './mfa.ts';
export { type PlatformState, platformHandlers, platformState } from './platform.ts';
export { type ProfileState, profileHandlers, profileState } from './profile.ts';
export { type RemovalState, removalHandlers, removalLine, removalState } from './removal.ts';
export { foundArtifact, type SearchState, searchHandlers, searchState } from './search.ts';
export { type StartupState, startupHandlers, startupState, testUser } from './startup.ts';
export {
  folderListing,
  type TreeState,
  treeHandlers,
  treeNode,
  treePage,
  treePlan,
  treeState,
} from './tree.ts';
