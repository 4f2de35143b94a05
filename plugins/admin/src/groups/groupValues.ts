import type { HttpFailure } from '@lading/contract';
import type { GroupDetails, GroupMembersChange, GroupPatch, NewGroup } from '@lading/contract/rest';
import { changedFields, type FieldErrors, editMessages as formMessages } from '@lading/ui/edit';
import { messages } from './messages.ts';

/** The values of the form. */
export type GroupValues = Readonly<Omit<GroupDetails, 'members'>> & { readonly members: readonly string[] };

export const NEW_GROUP: GroupValues = {
  name: '',
  description: '',
  auto_join: false,
  admin_privileges: false,
  members: [],
};

/** Finds values that the platform would reject, before the request is sent. */
export function checkGroup({ name, description }: GroupValues): FieldErrors<GroupValues> {
  const bad = !/^[a-z0-9][a-z0-9 ._@-]{0,63}$/i.test(name.trim());
  return {
    ...(name.trim() === ''
      ? { name: { message: formMessages.missing } }
      : bad
        ? { name: { message: messages.badName } }
        : {}),
    ...(description.length > 1000 ? { description: { message: messages.tooLong } } : {}),
  };
}

export function newGroupOf(values: GroupValues): NewGroup {
  const { members } = values;
  return {
    name: values.name.trim(),
    ...patchOf(values, NEW_GROUP),
    ...(members.length === 0 ? {} : { members: [...members] }),
  };
}

/** Returns only changed fields, without the members. */
export function patchOf(values: GroupValues, before: GroupValues): GroupPatch {
  const { name: _name, members: _members, ...rest } = changedFields(values, before);
  return rest;
}

/**
 * Returns the members that the user added and removed: the whole list would undo concurrent changes
 * of other administrators.
 */
export function membersChangeOf(values: GroupValues, before: GroupValues): Required<GroupMembersChange> {
  const [wanted, former] = [new Set(values.members), new Set(before.members)];
  return {
    add: [...wanted].filter((member) => !former.has(member)),
    remove: [...former].filter((member) => !wanted.has(member)),
  };
}

/** Returns the field that caused a rejection. */
export function groupFieldOf({ code }: HttpFailure): keyof GroupValues | undefined {
  if (code === 'BAD_GROUP_NAME' || code === 'GROUP_EXISTS') return 'name';
  return code === 'USER_NOT_FOUND' ? 'members' : undefined;
}
