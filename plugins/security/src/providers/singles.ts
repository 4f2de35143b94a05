import { messages as form } from '../form/messages.ts';
import type { Single } from '../form/SinglePage.tsx';
import { PROVIDERS } from '../paths.ts';
import { messages as m } from './messages.ts';

const above = { label: m.title, to: PROVIDERS };
const back = PROVIDERS;
const enabled = { key: 'enabled', label: form.enabled, kind: 'check' } as const;
const createUsers = { key: 'createUsers', label: form.createUsers, kind: 'check' } as const;
const allowPrivate = { key: 'allowPrivate', label: form.allowPrivate, kind: 'check' } as const;

const ldap: Single = {
  path: '/ldap',
  title: m.ldap,
  above,
  back,
  sections: [
    {
      fields: [
        enabled,
        { key: 'url', label: m.url, help: m.ldapUrlHelp, kind: 'text', required: true },
        { key: 'startTls', label: m.startTls, kind: 'check' },
        allowPrivate,
        { key: 'managerDn', label: m.managerDn, help: m.managerHelp, kind: 'text' },
        { key: 'managerPassword', label: m.managerPassword, kind: 'secret', mark: 'hasManagerPassword' },
      ],
    },
    {
      fields: [
        { key: 'searchBase', label: m.searchBase, kind: 'text', required: true },
        { key: 'searchFilter', label: m.searchFilter, help: m.searchHelp, kind: 'text', required: true },
        { key: 'emailAttribute', label: m.emailAttribute, kind: 'text' },
        { key: 'groupBase', label: m.groupBase, help: m.noGroups, kind: 'text' },
        { key: 'groupFilter', label: m.groupFilter, help: m.groupHelp, kind: 'text' },
        { key: 'groupNameAttribute', label: m.groupName, kind: 'text' },
        createUsers,
      ],
    },
  ],
  fresh: {
    enabled: true,
    searchFilter: '(uid={0})',
    emailAttribute: 'mail',
    groupFilter: '(member={0})',
    groupNameAttribute: 'cn',
    createUsers: true,
  },
  testBody: (settings, { user = '', password = '' }) => ({
    settings,
    ...(user.trim() === '' ? {} : { user: user.trim(), password }),
  }),
  extras: [
    { key: 'user', label: m.testUser, help: m.testUserHelp },
    { key: 'password', label: m.testPassword, secret: true },
  ],
};

const http: Single = {
  path: '/sso/http',
  title: m.http,
  above,
  back,
  sections: [
    {
      fields: [
        enabled,
        { key: 'header', label: m.header, kind: 'text', required: true },
        { key: 'proxies', label: m.proxies, help: m.proxiesHelp, kind: 'lines', required: true },
        createUsers,
      ],
    },
  ],
  fresh: { enabled: true, header: 'X-Remote-User', proxies: [] },
  testBody: (settings) => settings,
};

const crowd: Single = {
  path: '/sso/crowd',
  title: m.crowd,
  above,
  back,
  sections: [
    {
      fields: [
        enabled,
        { key: 'url', label: m.url, kind: 'text', required: true },
        { key: 'application', label: m.application, kind: 'text', required: true },
        { key: 'password', label: form.password, kind: 'secret', mark: 'hasPassword' },
        createUsers,
        allowPrivate,
      ],
    },
  ],
  fresh: { enabled: true, createUsers: true },
  testBody: (settings) => settings,
};

/** Providers that exist only once, by their URL segment. */
export const SINGLES: Readonly<Record<string, Single>> = { ldap, http, crowd };
