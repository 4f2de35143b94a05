// What few pages need, in one file: each file adds its address and hash to every page.
export { countEvents } from './analytics/countEvents.ts';
export { safeModeBar } from './page/safeModeBar.ts';
export { watchOnboarding } from './quickSetup/watchOnboarding.ts';
export { lookForRelease } from './release/ReleaseFollower.ts';
