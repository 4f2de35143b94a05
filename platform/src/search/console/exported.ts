import type { FoundArtifact } from '@lading/contract/rest';

const columns = [
  'repo',
  'path',
  'entry',
  'name',
  'size',
  'created',
  'modified',
  'sha256',
  'packageType',
] as const;

/**
 * One value of CSV. A spreadsheet takes what begins with one of these characters for a formula: an apostrophe before it
 * makes it text.
 */
function csvValue(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const csvHead = `${[...columns, 'package', 'version'].join()}\r\n`;

function csvLine(artifact: FoundArtifact): string {
  const { name = '', version = '' } = artifact.package ?? {};
  return `${[...columns.map((column) => artifact[column] ?? ''), name, version].map(csvValue).join()}\r\n`;
}

/** The text of an export, piece by piece. */
export async function* exportText(
  format: 'csv' | 'json',
  batches: AsyncIterable<FoundArtifact[]>,
): AsyncGenerator<string> {
  if (format === 'csv') {
    yield csvHead;
    for await (const batch of batches) if (batch.length) yield batch.map(csvLine).join('');
    return;
  }
  let separator = '[\n';
  for await (const batch of batches) {
    if (!batch.length) continue;
    yield separator + batch.map((artifact) => JSON.stringify(artifact)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
