import type { Advisory } from '../../advisories/Advisory.ts';
import { clean } from '../../advisories/clean.ts';
import { readOsv } from '../advisories/osv.ts';
import { batchSize, saveAdvisories } from '../advisories/saveAdvisories.ts';
import type { Document } from './Document.ts';
import { documentsOf } from './documents.ts';
import { patiently } from './patiently.ts';
import { nothingYet, type Progress } from './progress.ts';

/** Of the reasons why documents were skipped. */
const mostReasons = 100;

export interface ImportOptions {
  source: string;
  /** After each batch; what it throws ends the import. */
  report?: (progress: Progress) => Promise<void>;
  /** Of each document that holds: which ids the file has. */
  seen?: (id: string) => void;
}

/** Saves the file's advisories, batch by batch: what was saved stays when a later part does not hold. Throws `BadFile`. */
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
    const saved = await patiently(() => saveAdvisories(given, source));
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
        if (progress.reasons.length < mostReasons)
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
