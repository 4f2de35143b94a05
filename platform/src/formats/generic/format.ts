import type { Format } from '../../pipeline/Format.ts';
import { indexGenericFile, unindexGenericFile, unindexGenericFiles } from './indexing.ts';
import { indexGenericFiles } from './indexMany.ts';

/** Generic repositories: files of any kind. */
export const generic: Format = {
  type: 'generic',
  displayName: 'Generic',
  classes: ['local', 'remote', 'virtual'],
  declaresNoLicense: true,
  purl: { type: 'generic' },
  plainFiles: {
    index: indexGenericFile,
    indexMany: indexGenericFiles,
    unindex: unindexGenericFile,
    unindexMany: unindexGenericFiles,
  },
};
