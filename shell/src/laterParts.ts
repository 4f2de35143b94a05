// One file for code that few pages need: each file adds its URL and hash to every page.
export { countEvents } from './analytics/countEvents.ts';
export { safeModeBar } from './page/safeModeBar.ts';
export { watchOnboarding } from './quickSetup/watchOnboarding.ts';
export { lookForRelease } from './release/ReleaseFollower.ts';
