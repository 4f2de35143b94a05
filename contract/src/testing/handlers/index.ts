export { type PlatformState, platformHandlers, platformState } from './platform.ts';
export { type StartupState, startupHandlers, startupState, testUser } from './startup.ts';
