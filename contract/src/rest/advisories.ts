import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from './schemaKinds.ts';

/** The response to `POST /artifactory/api/advisories`, which accepts one OSV document or a list. */
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

/** A stored advisory, as listed by `GET /artifactory/api/advisories?ecosystem=npm&name=…`. */
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
