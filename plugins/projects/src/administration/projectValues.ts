import type { HttpFailure } from '@lading/contract';
import type { Project, ProjectChange } from '@lading/contract/rest';
import { bytesOf, editMessages, type FieldErrors, typedSize } from '@lading/ui/edit';
import { messages } from './messages.ts';

/** The values of the form. */
export interface ProjectValues {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** A size as typed, such as `10 GB`. Empty: no limit. */
  readonly quota: string;
  readonly manageMembers: boolean;
  readonly manageResources: boolean;
}

export const NEW_PROJECT: ProjectValues = {
  key: '',
  name: '',
  description: '',
  quota: '',
  manageMembers: true,
  manageResources: true,
};

export function valuesOf(project: Project): ProjectValues {
  const { storage_quota_bytes: quota, admin_privileges: privileges } = project;
  return {
    key: project.project_key,
    name: project.display_name,
    description: project.description,
    quota: quota < 0 ? '' : typedSize(quota),
    manageMembers: privileges.manage_members,
    manageResources: privileges.manage_resources,
  };
}

export function changeOf(
  values: ProjectValues,
): Required<Pick<ProjectChange, 'display_name'>> & ProjectChange {
  return {
    display_name: values.name.trim(),
    description: values.description.trim(),
    storage_quota_bytes: bytesOf(values.quota) ?? -1,
    admin_privileges: { manage_members: values.manageMembers, manage_resources: values.manageResources },
  };
}

/** Finds values that the platform would reject. */
export function checkProject({ key, name, quota }: ProjectValues): FieldErrors<ProjectValues> {
  return {
    ...checkKey(key.trim()),
    ...(name.trim() === '' ? { name: { message: editMessages.missing } } : {}),
    ...(quota.trim() === '' || bytesOf(quota) !== undefined ? {} : { quota: { message: messages.badQuota } }),
  };
}

function checkKey(key: string): FieldErrors<ProjectValues> {
  if (key === '') return { key: { message: editMessages.missing } };
  if (!/^[a-z]/.test(key)) return { key: { message: messages.badKey } };
  return /^[a-z0-9-]{1,128}$/.test(key) ? {} : { key: { message: messages.badKeyCharacters } };
}

export function projectFieldOf({ code }: HttpFailure): keyof ProjectValues | undefined {
  return code === 'PROJECT_EXISTS' || code === 'BAD_PROJECT_KEY' ? 'key' : undefined;
}
