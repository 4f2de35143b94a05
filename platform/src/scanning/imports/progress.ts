import type { AdvisoryImportState } from '@lading/contract/rest';

/** Progress of an import. */
export type Progress = Pick<
  AdvisoryImportState,
  'documents' | 'imported' | 'unchanged' | 'removed' | 'skipped' | 'reasons'
>;

export const nothingYet = (): Progress => ({
  ...{ documents: 0, imported: 0, unchanged: 0, removed: 0, skipped: 0, reasons: [] },
});
