import type { HttpFailure, Message } from '@lading/contract';
import { messages } from './messages.ts';

/** What is wrong with a new password that is typed twice. Its strength is the platform's to judge. */
export function checkNewPassword(values: { readonly fresh: string; readonly again: string }): {
  fresh?: Message;
  again?: Message;
} {
  return {
    ...(values.fresh === '' ? { fresh: messages.newMissing } : {}),
    ...(values.again === values.fresh ? {} : { again: messages.differ }),
  };
}

/** A password that the platform does not take is said at its field. */
export function newPasswordField({ code }: HttpFailure): 'fresh' | undefined {
  return code === 'BAD_PASSWORD' ? 'fresh' : undefined;
}
