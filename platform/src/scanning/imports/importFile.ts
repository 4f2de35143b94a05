import type { Advisory } from '../../advisories/Advisory.ts';
import { clean } from '../../advisories/clean.ts';
import { readOsv } from '../advisories/osv.ts';
import { batchSize, saveAdvisories } from '../advisories/saveAdvisories.ts';
import type { Document } from './Document.ts';
import { documentsOf } from './documents.ts';
import { nothingYet, type Progress } from './progress.ts';
import { withRetries } from './retry.ts';

/** Maximum reported reasons for skipped documents. */
const maxReasons = 100;

export interface ImportOptions {
  source: string;
  /** Called after each batch; an error aborts the import. */
  report?: (progress: Progress) => Promise<void>;
  /** Called with the ID of each valid document. */
  seen?: (id: string) => void;
}

/**
 * Imports the file's advisories in batches. Saved batches remain if a later part is invalid. Throws
 * `BadFile`.
 */
export function importFile(path: string, name: string, options: ImportOptions): Promise<Progress> {
  return importDocuments(documentsOf(path, name), options);
}

export async function importDocuments(
  documents: AsyncIterable<Document> | Iterable<Document>,
  { source, report, seen }: ImportOptions,
): Promise<Progress> {
  const progress = nothingYet();
  let batch: Advisory[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const given = batch;
    batch = [];
    const saved = await withRetries(() => saveAdvisories(given, source));
    progress.imported += saved.imported;
    progress.unchanged += saved.unchanged;
    progress.removed += saved.removed;
    await report?.(progress);
  };
  try {
    for await (const document of documents) {
      progress.documents += 1;
      const read = readDocument(document);
      if ('fault' in read) {
        progress.skipped += 1;
        if (progress.reasons.length < maxReasons)
          progress.reasons.push({ document: clean(document.name), reason: clean(read.fault) });
      } else {
        seen?.(read.id);
        batch.push(read);
      }
      if (batch.length >= batchSize) await flush();
    }
  } finally {
    await flush();
  }
  return progress;
}

function readDocument(document: Document): Advisory | { fault: string } {
  if ('fault' in document) return { fault: document.fault };
  try {
    return readOsv(document.value);
  } catch (error) {
    return { fault: (error as Error).message };
  }
}
