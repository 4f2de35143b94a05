import { type Static, Type } from '@sinclair/typebox';
import { oneOf, time } from './schemaKinds.ts';

export type NewVulnerability = Static<typeof NewVulnerability>;
export const NewVulnerability = Type.Object(
  {
    advisory: Type.String({ description: 'ID of the advisory.' }),
    title: Type.String(),
    severity: oneOf(['critical', 'high', 'medium', 'low', 'info', 'unknown']),
    found: time('When it was first found in the package.'),
    package_id: Type.String(),
    package_name: Type.String(),
    version: Type.String({ description: 'The newest affected version that the caller can read.' }),
  },
  { title: 'NewVulnerability' },
);

/** GET `/xray/ui/vulnerabilities/new?project=&limit=`. */
export type NewVulnerabilities = Static<typeof NewVulnerabilities>;
export const NewVulnerabilities = Type.Object(
  {
    vulnerabilities: Type.Array(NewVulnerability, {
      description: 'Found in the last days, newest first, then most severe first.',
    }),
    days: Type.Integer({ description: 'Length of the period.' }),
    scanned: Type.Boolean({
      description: 'False: no packages are scanned, so that vulnerabilities are unknown, not none.',
    }),
    waiting: Type.Boolean({ description: 'Versions wait for their scan.' }),
    complete: Type.Boolean({
      description: 'False: more were found than are examined, and older ones can be missing.',
    }),
    unknownTypes: Type.Array(Type.String(), {
      description: 'Types of stored packages that are not scanned, or of which not all are.',
    }),
  },
  { title: 'NewVulnerabilities' },
);
