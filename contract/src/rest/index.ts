export type * from './native.ts';
export type * from './packages.ts';
export type * from './storage.ts';
