// Schemas of the platform's own API, for the server. Their types are in `@lading/contract/rest`.
export * from './errors.ts';
export * from './groups.ts';
export * from './jobs.ts';
export * from './schemaKinds.ts';
export * from './users.ts';
