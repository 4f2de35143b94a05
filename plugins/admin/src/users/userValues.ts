import type { HttpFailure } from '@lading/contract';
import type { NewUser, UserDetails, UserPatch } from '@lading/contract/rest';
import { changedFields, type FieldErrors, editMessages as formMessages } from '@lading/ui/edit';
import { messages } from './messages.ts';

/** The values of the form. */
export interface UserValues {
  readonly username: string;
  readonly email: string;
  /** Empty: it stays as it is. */
  readonly password: string;
  readonly admin: boolean;
  readonly profile_updatable: boolean;
  readonly disable_ui_access: boolean;
  readonly internal_password_disabled: boolean;
  readonly enabled: boolean;
  readonly groups: readonly string[];
}

export const NEW_USER: UserValues = {
  username: '',
  email: '',
  password: '',
  admin: false,
  profile_updatable: true,
  disable_ui_access: false,
  internal_password_disabled: false,
  enabled: true,
  groups: [],
};

export function valuesOf(user: UserDetails): UserValues {
  const { username, email, admin, profile_updatable, disable_ui_access, internal_password_disabled } = user;
  return {
    ...{ username, email, admin, profile_updatable, disable_ui_access, internal_password_disabled },
    password: '',
    enabled: user.status === 'enabled',
    groups: user.groups,
  };
}

export function isUserName(name: string): boolean {
  return /^[a-z0-9][a-z0-9._@-]{0,63}$/i.test(name);
}

export function isEmail(address: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(address);
}

/** Finds values that the platform would reject, before the request is sent. */
export function checkUser(values: UserValues, existing: boolean): FieldErrors<UserValues> {
  const name = values.username.trim();
  const badName = !isUserName(name);
  const needsPassword = !existing && !values.internal_password_disabled;
  const password = values.internal_password_disabled ? '' : values.password;
  const short = password !== '' && [...password].length < 12;
  const badEmail = values.email.trim() !== '' && !isEmail(values.email.trim());
  return {
    ...(name === ''
      ? { username: { message: formMessages.missing } }
      : badName
        ? { username: { message: messages.badName } }
        : {}),
    ...(badEmail ? { email: { message: messages.badEmail } } : {}),
    ...(needsPassword && password === ''
      ? { password: { message: formMessages.missing } }
      : short
        ? { password: { message: messages.shortPassword } }
        : {}),
  };
}

export function newUserOf(values: UserValues): NewUser {
  return { username: values.username.trim(), ...patchOf(values, NEW_USER) };
}

/** Returns only changed fields: an administrator by group does not become one directly. */
export function patchOf(values: UserValues, before: UserValues): UserPatch {
  const { username: _name, password, enabled, groups, email, ...flags } = changedFields(values, before);
  return {
    ...flags,
    ...(email === undefined ? {} : { email: email.trim() }),
    ...(password && !values.internal_password_disabled ? { password } : {}),
    ...(enabled === undefined ? {} : { status: enabled ? 'enabled' : 'disabled' }),
    ...(groups === undefined ? {} : { groups: [...groups] }),
  };
}

/** The field that a refusal is about. */
export function userFieldOf({ code }: HttpFailure): keyof UserValues | undefined {
  return code === undefined ? undefined : FIELDS[code];
}

const FIELDS: Readonly<Record<string, keyof UserValues>> = {
  BAD_USER_NAME: 'username',
  USER_EXISTS: 'username',
  BAD_PASSWORD: 'password',
  NO_PASSWORD: 'password',
  GROUP_NOT_FOUND: 'groups',
};
