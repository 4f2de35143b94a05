import type { OnboardingChange, OnboardingData } from '@lading/contract/rest';
import { eq } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { onboardingTable as table } from './tables.ts';

/** In characters of JSON. */
const maxDataLength = 16 * 1024;

/** `wanted`: whether the console shows onboarding to this user. */
export async function onboardingOf(userName: string, wanted: boolean): Promise<OnboardingData> {
  const [row] = await db().select().from(table).where(eq(table.userName, userName));
  const { completed, quickActionVisible, data } = row ?? {
    completed: false,
    quickActionVisible: true,
    data: {},
  };
  const needed = wanted && !completed && quickActionVisible;
  return { needed, firstTime: row === undefined, completed, quickActionVisible, data };
}

/** Throws `HttpError` 400 if the data is too large. */
export async function changeOnboarding(userName: string, change: OnboardingChange): Promise<void> {
  if (JSON.stringify(change.data ?? {}).length > maxDataLength) {
    throw new HttpError(
      400,
      'TOO_MUCH_DATA',
      `data must not be longer than ${maxDataLength} characters of JSON`,
    );
  }
  // An empty change records that the user was here.
  const values = { userName, ...change };
  await db().insert(table).values(values).onConflictDoUpdate({ target: table.userName, set: values });
}
