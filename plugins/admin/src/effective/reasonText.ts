import type { AccessReason } from '@lading/contract/rest';
import type { Text } from '@lading/ui';
import { messages } from './messages.ts';

/** The rule in a few words: `Permission team (through crew)`. */
export function reasonText(text: Text, reason: AccessReason): string {
  const { groups, direct } = reason;
  const through = direct || groups.length === 0 ? '' : text(messages.through, { groups: groups.join(', ') });
  const where = reason.member === undefined ? '' : text(messages.member, { name: reason.member });
  const notes = [through, where].filter(Boolean).join(', ');
  return notes === '' ? nameOf(text, reason) : `${nameOf(text, reason)} (${notes})`;
}

/** The paths that the rule is limited to; empty for a whole repository. */
export function extentText(text: Text, reason: AccessReason): string {
  const {
    any_repository: any,
    repository_class: ofClass,
    include_patterns: include,
    exclude_patterns: exclude,
  } = reason;
  return [
    any ? text(messages.anyRepository) : '',
    ofClass === 'local' ? text(messages.anyLocal) : '',
    ofClass === 'remote' ? text(messages.anyRemote) : '',
    include ? text(messages.include, { patterns: include.join(' ') }) : '',
    exclude ? text(messages.exclude, { patterns: exclude.join(' ') }) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function nameOf(text: Text, { kind, permission = '', project = '', roles = [] }: AccessReason): string {
  if (kind === 'administrator') return text(messages.administrator);
  if (kind === 'permission') return text(messages.permission, { name: permission });
  return text(messages.project, { name: project, roles: roles.join(', ') });
}
