import { version as ownVersion } from '../../settings/version.ts';
import type { Bill, BillComponent } from './Bill.ts';
import { licensesOf } from './licenses.ts';

/** Value for unknown data in this format. */
const unknown = 'NOASSERTION';
const documentId = 'SPDXRef-DOCUMENT';

interface Relationship {
  spdxElementId: string;
  relationshipType: 'DESCRIBES' | 'DEPENDS_ON' | 'CONTAINS';
  relatedSpdxElement: string;
}

/** Formats the bill as an SPDX 2.3 document in JSON. */
export function spdx(bill: Bill): string {
  const all = [bill.subject, ...bill.components];
  const ids = new Map(all.map(({ ref }, index) => [ref, `SPDXRef-Package-${index}`]));
  const texts = new LicenseTexts();
  const name = [bill.subject.name, bill.subject.version].filter(Boolean).join('-');
  const packages = all.map((each) => packageOf(each, ids.get(each.ref) ?? '', texts));
  return JSON.stringify({
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: documentId,
    name,
    documentNamespace: `urn:uuid:${bill.id}`,
    creationInfo: {
      // The format does not allow fractions of a second.
      created: bill.created.toISOString().replace(/\.\d+Z$/, 'Z'),
      creators: [`Tool: Lading-${ownVersion}`],
    },
    ...(bill.cut ? { comment: `Incomplete: more than ${all.length} components exist.` } : {}),
    packages,
    relationships: [...relationshipsOf(bill, all, ids)],
    ...(texts.used.size > 0 ? { hasExtractedLicensingInfos: texts.written() } : {}),
  });
}

function packageOf(component: BillComponent, id: string, texts: LicenseTexts) {
  const { name, version, purl, description, licenses = [], hashes, kind, range, resolution } = component;
  const checksums = [
    ['SHA256', hashes.sha256],
    ['SHA1', hashes.sha1],
    ['MD5', hashes.md5],
  ].flatMap(([algorithm, checksumValue]) => (checksumValue ? [{ algorithm, checksumValue }] : []));
  return {
    SPDXID: id,
    name,
    ...(version === undefined ? {} : { versionInfo: version }),
    primaryPackagePurpose: kind.toUpperCase(),
    downloadLocation: unknown,
    filesAnalyzed: false,
    licenseConcluded: unknown,
    licenseDeclared: texts.declared(licenses),
    copyrightText: unknown,
    ...(description === undefined ? {} : { summary: description }),
    ...(checksums.length > 0 ? { checksums } : {}),
    ...(purl === undefined
      ? {}
      : {
          externalRefs: [
            { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl },
          ],
        }),
    ...(resolution === 'stored'
      ? {}
      : { comment: `Declared${range === undefined ? '' : ` as ${range}`}, not stored in this instance.` }),
  };
}

function* relationshipsOf(
  { subject }: Bill,
  all: readonly BillComponent[],
  ids: ReadonlyMap<string, string>,
): Generator<Relationship> {
  const of = (ref: string) => ids.get(ref) ?? unknown;
  yield {
    spdxElementId: documentId,
    relationshipType: 'DESCRIBES',
    relatedSpdxElement: of(subject.ref),
  };
  for (const { ref, dependsOn, contains = [] } of all) {
    for (const other of contains)
      yield { spdxElementId: of(ref), relationshipType: 'CONTAINS', relatedSpdxElement: of(other) };
    const from = { spdxElementId: of(ref), relationshipType: 'DEPENDS_ON' } as const;
    // The format distinguishes unknown from none.
    if (!dependsOn) yield { ...from, relatedSpdxElement: unknown };
    else if (dependsOn.length === 0) yield { ...from, relatedSpdxElement: 'NONE' };
    else for (const other of dependsOn) yield { ...from, relatedSpdxElement: of(other) };
  }
}

/** Licenses that SPDX does not list, each with a reference within the document. */
class LicenseTexts {
  readonly used = new Map<string, string>();

  declared(licenses: readonly string[]): string {
    if (licenses.length === 0) return unknown;
    const { names } = licensesOf(licenses);
    const parts = licenses.map((text) => (names.includes(text) ? this.#reference(text) : text));
    for (const part of parts)
      for (const [reference] of part.matchAll(/\bLicenseRef-[A-Za-z0-9.-]+/g))
        if (![...this.used.values()].includes(reference)) this.used.set(reference, reference);
    const [first = unknown, ...more] = parts;
    return more.length === 0
      ? first
      : parts.map((part) => (/\s/.test(part) ? `(${part})` : part)).join(' AND ');
  }

  #reference(text: string): string {
    const known = this.used.get(text);
    if (known) return known;
    const reference = `LicenseRef-${this.used.size + 1}`;
    this.used.set(text, reference);
    return reference;
  }

  written() {
    return [...this.used].map(([text, licenseId]) => ({ licenseId, name: text, extractedText: text }));
  }
}
