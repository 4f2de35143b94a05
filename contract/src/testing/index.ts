export { FakeModuleLoader, moduleFailure } from './FakeModuleLoader.ts';
export { fakePlugin } from './fakePlugin.ts';
export { type FakeCall, FakeHttp } from './shell/FakeHttp.ts';
export { FakeNavigation } from './shell/FakeNavigation.ts';
export { FakePeriodic } from './shell/FakePeriodic.ts';
export {
  FakeAnalytics,
  FakeFeatures,
  FakeLicense,
  FakeMenus,
  FakeModals,
  FakeNotifications,
  FakeProject,
  FakeSearches,
  FakeServices,
  FakeSession,
  FakeStorage,
  FakeUserService,
  fakeUser,
} from './shell/fakeServices.ts';
export { FakeShell, fakeShell } from './shell/fakeShell.ts';
