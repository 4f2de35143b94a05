import type { Field, Section } from '../form/fields.ts';
import { messages as form } from '../form/messages.ts';
import { messages as m } from './messages.ts';

const name: Field = { key: 'name', label: m.name, help: m.nameHelp, kind: 'text', required: true };

/** The settings of an OpenID Connect provider; only of a new one its name. */
export function oauthSections(isNew: boolean): readonly Section[] {
  return [
    {
      fields: [
        { key: 'enabled', label: form.enabled, kind: 'check' },
        ...(isNew ? [name] : []),
        { key: 'displayName', label: m.displayName, kind: 'text', required: true },
        { key: 'type', label: m.type, kind: 'text', required: true },
        { key: 'issuer', label: m.issuer, help: m.issuerHelp, kind: 'text', required: true },
        { key: 'allowPrivate', label: form.allowPrivate, kind: 'check' },
        { key: 'clientId', label: m.clientId, kind: 'text', required: true },
        { key: 'clientSecret', label: m.clientSecret, kind: 'secret', mark: 'hasClientSecret' },
        { key: 'scope', label: m.scope, kind: 'text', required: true },
      ],
    },
    {
      fields: [
        { key: 'userNameClaim', label: m.userClaim, kind: 'text', required: true },
        { key: 'groupsClaim', label: m.groupsClaim, help: m.groupsHelp, kind: 'text' },
        { key: 'createUsers', label: form.createUsers, kind: 'check' },
        { key: 'linkExisting', label: form.linkExisting, kind: 'check' },
      ],
    },
  ];
}

export const NEW_PROVIDER = {
  enabled: true,
  type: 'openid',
  scope: 'openid profile email',
  userNameClaim: 'preferred_username',
  createUsers: true,
};
