import type { Field } from '../form/fields.ts';
import { messages as form } from '../form/messages.ts';
import { ofOAuth, ofSaml } from '../paths.ts';
import { messages as m } from './messages.ts';
import type { Several } from './SeveralPage.tsx';

const name: Field = { key: 'name', label: m.name, help: m.nameHelp, kind: 'text', required: true };
const enabled: Field = { key: 'enabled', label: form.enabled, kind: 'check' };
const displayName: Field = { key: 'displayName', label: m.displayName, kind: 'text', required: true };
const createUsers: Field = { key: 'createUsers', label: form.createUsers, kind: 'check' };
const linkExisting: Field = { key: 'linkExisting', label: form.linkExisting, kind: 'check' };

/** The name can be set only for a new provider. */
const ownName = (isNew: boolean) => (isNew ? [name] : []);

export const OAUTH: Several = {
  path: '/oauth/providers',
  title: m.oauth,
  add: m.add,
  place: ofOAuth,
  sections: (isNew) => [
    {
      fields: [
        enabled,
        ...ownName(isNew),
        displayName,
        { key: 'type', label: m.type, kind: 'text', required: true },
        { key: 'issuer', label: m.issuer, help: m.issuerHelp, kind: 'text', required: true },
        { key: 'allowPrivate', label: form.allowPrivate, kind: 'check' },
        { key: 'clientId', label: m.clientId, kind: 'text', required: true },
        { key: 'clientSecret', label: m.clientSecret, kind: 'secret', mark: 'hasClientSecret' },
        { key: 'scope', label: m.scope, kind: 'text', required: true },
        { key: 'singleLogout', label: m.singleLogout, help: m.singleLogoutHelp, kind: 'check' },
      ],
    },
    {
      fields: [
        { key: 'userNameClaim', label: m.userClaim, kind: 'text', required: true },
        { key: 'groupsClaim', label: m.groupsClaim, help: m.groupsHelp, kind: 'text' },
        createUsers,
        linkExisting,
      ],
    },
  ],
  fresh: {
    enabled: true,
    type: 'openid',
    scope: 'openid profile email',
    userNameClaim: 'preferred_username',
    createUsers: true,
  },
  there: [
    { key: 'callbackUrl', label: m.callback },
    { key: 'postLogoutUrl', label: m.postLogout, when: 'singleLogout' },
  ],
};

export const SAML: Several = {
  path: '/saml/providers',
  title: m.saml,
  add: m.addSaml,
  place: ofSaml,
  sections: (isNew) => [
    {
      fields: [
        enabled,
        ...ownName(isNew),
        displayName,
        { key: 'idpEntityId', label: m.idp, kind: 'text', required: true },
        { key: 'loginUrl', label: m.loginUrl, kind: 'text', required: true },
        { key: 'logoutUrl', label: m.logoutUrl, help: m.logoutHelp, kind: 'text' },
        {
          ...{ key: 'certificates', label: m.certificates, help: m.certificatesHelp },
          ...{ kind: 'lines' as const, block: true, required: true },
        },
        { key: 'entityId', label: m.entityId, kind: 'text', required: true },
        { key: 'signRequests', label: m.signRequests, help: m.signRequestsHelp, kind: 'check' },
      ],
    },
    {
      fields: [
        { key: 'userNameAttribute', label: m.userAttribute, help: m.userAttributeHelp, kind: 'text' },
        { key: 'emailAttribute', label: m.emailAttribute, kind: 'text' },
        { key: 'groupsAttribute', label: m.groupsAttribute, help: m.groupsHelp, kind: 'text' },
        createUsers,
        linkExisting,
      ],
    },
  ],
  fresh: { enabled: true, displayName: 'SAML', entityId: 'lading', createUsers: true },
  there: [
    { key: 'acsUrl', label: m.acs },
    { key: 'singleLogoutUrl', label: m.slo },
    { key: 'metadataUrl', label: m.metadata },
    { key: 'ownCertificate', label: m.ownCertificate, when: 'signRequests', long: true },
  ],
};
