import type { HttpFailure } from '@lading/contract';
import { type FieldErrors, editMessages as formMessages } from '@lading/ui/edit';
import { messages } from './messages.ts';
import { isEmail, isUserName } from './userValues.ts';

export interface InvitationValues {
  readonly email: string;
  /** Empty: made of the address. */
  readonly username: string;
  readonly groups: readonly string[];
}

export const NOBODY: InvitationValues = { email: '', username: '', groups: [] };

export function checkInvitation({ email, username }: InvitationValues): FieldErrors<InvitationValues> {
  const [address, name] = [email.trim(), username.trim()];
  return {
    ...(address === ''
      ? { email: { message: formMessages.missing } }
      : isEmail(address)
        ? {}
        : { email: { message: messages.badEmail } }),
    ...(name === '' || isUserName(name) ? {} : { username: { message: messages.badName } }),
  };
}

/** The field that a refusal is about. */
export function invitationFieldOf({ code }: HttpFailure): keyof InvitationValues | undefined {
  return code === undefined ? undefined : FIELDS[code];
}

const FIELDS: Readonly<Record<string, keyof InvitationValues>> = {
  BAD_EMAIL: 'email',
  BAD_USER_NAME: 'username',
  USER_EXISTS: 'username',
  GROUP_NOT_FOUND: 'groups',
};
