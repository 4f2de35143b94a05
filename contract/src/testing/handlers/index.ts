export { type AuthState, authHandlers, authState } from './auth.ts';
export { type AuthAdminState, authAdminHandlers, authAdminState } from './authAdmin.ts';
export { mfaHandlers, mfaState, type TestMfa } from './mfa.ts';
export { type PlatformState, platformHandlers, platformState } from './platform.ts';
export { type ProfileState, profileHandlers, profileState } from './profile.ts';
export { type StartupState, startupHandlers, startupState, testUser } from './startup.ts';
