import type { HttpFailure, Message } from '@lading/contract';
import { messages } from './messages.ts';

/** Validates a new password that is typed twice. The platform evaluates its strength. */
export function checkNewPassword(values: { readonly fresh: string; readonly again: string }): {
  fresh?: Message;
  again?: Message;
} {
  return {
    ...(values.fresh === '' ? { fresh: messages.newMissing } : {}),
    ...(values.again === values.fresh ? {} : { again: messages.differ }),
  };
}

/** Shows a rejected password at its field. */
export function newPasswordField({ code }: HttpFailure): 'fresh' | undefined {
  return code === 'BAD_PASSWORD' ? 'fresh' : undefined;
}
