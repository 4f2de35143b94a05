import type { Call } from './calls/Call.ts';
import { consoleCalls } from './calls/consoleCalls.ts';
import { integrationCalls } from './calls/integrationCalls.ts';
import { operationCalls } from './calls/operationCalls.ts';
import { signInCalls } from './calls/signInCalls.ts';
import { userCalls } from './calls/userCalls.ts';

/** Calls of all routes whose samples need a URL or a body of their own. */
export const calls: Call[] = [
  ...signInCalls,
  ...userCalls,
  ...consoleCalls,
  ...integrationCalls,
  ...operationCalls,
];
