import { Type } from '@sinclair/typebox';
import { oneOf, time } from './schemaKinds.ts';

/** Shared by the schemas of release bundles. */

export const created = time('When it was created.');
export const millis = Type.Integer({ description: 'The same, in milliseconds since 1970.' });
export const repositoryKey = Type.String({ description: 'Always `release-bundles-v2`.' });
export const pageFacts = { total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() };
export const status = oneOf(['COMPLETED', 'FAILED', 'PROCESSING']);
