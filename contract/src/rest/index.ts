export type * from './access.ts';
export type * from './account.ts';
export type * from './console.ts';
export type * from './native.ts';
export type * from './packages.ts';
export type * from './repositories.ts';
export type * from './storage.ts';
export type * from './users.ts';
