import { describe, expect, it } from 'vitest';
import { ADA } from '../testing/testConsole.ts';
import { rightsOf, roleIn } from './userRights.ts';

const chief = rightsOf({ ...ADA, projectAdmin: true, administeredProjects: ['tea'] });

describe('the role of a user', () => {
  it.each([
    ['the administrator of a project', chief, 'tea', 'projectAdmin'],
    ['the administrator of a project', chief, 'rum', 'user'],
    ['the administrator of a project', chief, undefined, 'projectAdmin'],
    ['an ordinary user', rightsOf(ADA), 'tea', 'user'],
    ['an administrator', rightsOf({ ...ADA, admin: true }), 'tea', 'admin'],
    ['an anonymous user', rightsOf({ ...ADA, name: 'anonymous' }), 'tea', 'anyone'],
    ['an unknown user', undefined, undefined, 'anyone'],
  ] as const)('of %s (%#) in project %s is %s [shell-03]', (_who, rights, project, role) => {
    expect(roleIn(rights, project)).toBe(role);
  });
});
