import { expect, it } from 'vitest';
import { readScope, type Scope, writeScope } from './scope.ts';

const of = (scope: Partial<Scope>): Scope => ({ kind: 'user', repositories: [], actions: [], ...scope });

it.each<[Scope, string]>([
  [of({}), 'applied-permissions/user'],
  [of({ kind: 'admin' }), 'applied-permissions/admin'],
  [of({ kind: 'repositories', actions: ['deploy', 'read'] }), 'repository:*:read,deploy'],
  [
    of({ kind: 'repositories', repositories: ['a', 'b'], actions: ['manage'] }),
    'repository:a:manage repository:b:manage',
  ],
])('%j is written %s', (scope, text) => {
  expect(writeScope(scope)).toBe(text);
  expect(readScope(text).kind).toBe(scope.kind);
});

it.each(['leaves %j unchanged', 'artifact:x/y:r', 'repository:a:read something'])(
  'leaves %j as it is',
  (text) => {
    expect(readScope(text)).toEqual({ kind: 'other' });
  },
);
