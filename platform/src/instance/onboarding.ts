import type { OnboardingChange, OnboardingData } from '@lading/contract/rest';
import { eq } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { onboardingTable as table } from './tables.ts';

/** As JSON, in characters. */
const longestData = 16 * 1024;

/** `wanted`: this user is one whom the console asks at all. */
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

/** Throws `HttpError` 400 for more data than is kept. */
export async function changeOnboarding(userName: string, change: OnboardingChange): Promise<void> {
  if (JSON.stringify(change.data ?? {}).length > longestData) {
    throw new HttpError(
      400,
      'TOO_MUCH_DATA',
      `data must not be longer than ${longestData} characters of JSON`,
    );
  }
  // A change of nothing records that the user was here.
  const values = { userName, ...change };
  await db().insert(table).values(values).onConflictDoUpdate({ target: table.userName, set: values });
}
