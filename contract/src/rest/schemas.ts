// Schemas of the platform's own API, for the server. Their types are in `@lading/contract/rest`.
export * from './access.ts';
export * from './account.ts';
export * from './errors.ts';
export * from './groups.ts';
export * from './jobs.ts';
export * from './native.ts';
export * from './profile.ts';
export * from './projects.ts';
export * from './proxies.ts';
export * from './repositories.ts';
export * from './schemaKinds.ts';
export * from './search.ts';
export * from './storage.ts';
export * from './support.ts';
export * from './system.ts';
export * from './users.ts';
