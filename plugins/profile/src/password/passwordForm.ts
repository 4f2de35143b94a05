import { FormStore } from '@lading/ui/edit';
import type { ProfileStore } from '../page/ProfileStore.ts';
import { messages } from './messages.ts';

export interface PasswordValues {
  readonly fresh: string;
  readonly again: string;
  /** Also revokes the user's access tokens and API key. */
  readonly revokeTokens: boolean;
}

const EMPTY: PasswordValues = { fresh: '', again: '', revokeTokens: false };

/** Creates the form for a new password of an unlocked profile. */
export function createPasswordForm(profile: ProfileStore): FormStore<PasswordValues> {
  return new FormStore(EMPTY, {
    check: ({ fresh, again }) => ({
      ...(fresh === '' ? { fresh: { message: messages.missing } } : {}),
      ...(again === fresh ? {} : { again: { message: messages.differ } }),
    }),
    save: async ({ fresh, revokeTokens }) => {
      const outcome = await profile.save({
        newPassword: fresh,
        ...(revokeTokens ? { revokeTokens } : {}),
      });
      if (!outcome.done) throw outcome.error;
    },
    valuesAfter: () => EMPTY,
    fieldOf: ({ code }) => (code === 'BAD_PASSWORD' || code === 'SAME_PASSWORD' ? 'fresh' : undefined),
  });
}
