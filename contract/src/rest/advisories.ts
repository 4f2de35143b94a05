import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from './schemaKinds.ts';

/** The answer to `POST /artifactory/api/advisories`, which takes one OSV document or a list of them. */
export type AdvisoryImport = Static<typeof AdvisoryImport>;
export const AdvisoryImport = Type.Object(
  {
    imported: Type.Integer(),
    skipped: Type.Array(Type.Object({ index: Type.Integer(), reason: Type.String() }), {
      description: 'Invalid documents, by their index in the list; the first hundred.',
    }),
  },
  { title: 'AdvisoryImport' },
);

/** A stored advisory, as `GET /artifactory/api/advisories?ecosystem=npm&name=…` lists it. */
export type AdvisorySummary = Static<typeof AdvisorySummary>;
export const AdvisorySummary = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    severity: oneOf(['critical', 'high', 'medium', 'low', 'info', 'unknown']),
    url: Type.String(),
    aliases: Type.Array(Type.String()),
    published: Type.String({ description: 'ISO 8601.' }),
    modified: Type.String({ description: 'ISO 8601.' }),
  },
  { title: 'AdvisorySummary' },
);
