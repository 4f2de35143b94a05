export { type StartupState, startupHandlers, startupState, testUser } from './startup.ts';
