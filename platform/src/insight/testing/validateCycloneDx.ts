import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
  'res/schema',
);
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/**
 * Validates a document against the official CycloneDX 1.6 schema, which its library contains.
 * Returns the errors.
 */
export function cycloneDxFaults(document: unknown): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const format of ['idn-email', 'iri-reference']) ajv.addFormat(format, true);
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    const file = `${name}.SNAPSHOT.schema.json`;
    // The schemas refer to each other by file name.
    ajv.addSchema({ ...read(file), $id: `http://cyclonedx.org/schema/${file}` });
  }
  const validate = ajv.compile(read('bom-1.6.SNAPSHOT.schema.json'));
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
