import type { Format } from '../../pipeline/Format.ts';
import { indexGenericFile, unindexGenericFile, unindexGenericFiles } from './indexing.ts';

/** Files of any kind. */
export const generic: Format = {
  type: 'generic',
  displayName: 'Generic',
  classes: ['local', 'remote', 'virtual'],
  declaresNoLicense: true,
  plainFiles: { index: indexGenericFile, unindex: unindexGenericFile, unindexMany: unindexGenericFiles },
};
