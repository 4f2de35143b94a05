import { Type } from '@sinclair/typebox';
import { Ajv } from 'ajv';

const closed = { additionalProperties: false };
const id = Type.String({ pattern: '^SPDXRef-[A-Za-z0-9.-]+$' });
const text = Type.String({ minLength: 1 });

const Package = Type.Object(
  {
    SPDXID: id,
    name: text,
    downloadLocation: text,
    versionInfo: Type.Optional(text),
    primaryPackagePurpose: Type.Optional(
      Type.Unsafe({
        enum: [
          ...['APPLICATION', 'ARCHIVE', 'CONTAINER', 'DEVICE', 'FILE', 'FIRMWARE', 'FRAMEWORK', 'INSTALL'],
          ...['LIBRARY', 'OPERATING_SYSTEM', 'OTHER', 'SOURCE'],
        ],
      }),
    ),
    filesAnalyzed: Type.Optional(Type.Literal(false)),
    licenseConcluded: Type.Optional(text),
    licenseDeclared: Type.Optional(text),
    copyrightText: Type.Optional(text),
    summary: Type.Optional(text),
    comment: Type.Optional(text),
    checksums: Type.Optional(
      Type.Array(
        Type.Object(
          {
            algorithm: Type.Unsafe({ enum: ['SHA256', 'SHA1', 'MD5'] }),
            checksumValue: Type.String({ pattern: '^[0-9a-f]+$' }),
          },
          closed,
        ),
      ),
    ),
    externalRefs: Type.Optional(
      Type.Array(
        Type.Object(
          {
            referenceCategory: Type.Literal('PACKAGE-MANAGER'),
            referenceType: Type.Literal('purl'),
            referenceLocator: Type.String({ pattern: '^pkg:[a-z]+/\\S+$' }),
          },
          closed,
        ),
      ),
    ),
  },
  closed,
);

/**
 * Clauses 6 to 11 of the SPDX 2.3 specification, limited to fields in use: other fields are errors.
 */
const Document = Type.Object(
  {
    spdxVersion: Type.Literal('SPDX-2.3'),
    dataLicense: Type.Literal('CC0-1.0'),
    SPDXID: Type.Literal('SPDXRef-DOCUMENT'),
    name: text,
    documentNamespace: Type.String({ pattern: '^[a-z][a-z0-9+.-]*:[^#\\s]+$' }),
    comment: Type.Optional(text),
    creationInfo: Type.Object(
      {
        created: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' }),
        creators: Type.Array(Type.String({ pattern: '^(Tool|Person|Organization): \\S' }), { minItems: 1 }),
      },
      closed,
    ),
    packages: Type.Array(Package, { minItems: 1 }),
    relationships: Type.Array(
      Type.Object(
        {
          spdxElementId: id,
          relationshipType: Type.Unsafe({ enum: ['DESCRIBES', 'DEPENDS_ON', 'CONTAINS'] }),
          relatedSpdxElement: Type.Union([id, Type.Literal('NONE'), Type.Literal('NOASSERTION')]),
        },
        closed,
      ),
    ),
    hasExtractedLicensingInfos: Type.Optional(
      Type.Array(
        Type.Object(
          {
            licenseId: Type.String({ pattern: '^LicenseRef-[A-Za-z0-9.-]+$' }),
            name: text,
            extractedText: text,
          },
          closed,
        ),
      ),
    ),
  },
  closed,
);

interface Checked {
  packages: { SPDXID: string; licenseDeclared: string }[];
  relationships: { spdxElementId: string; relatedSpdxElement: string }[];
  hasExtractedLicensingInfos?: { licenseId: string }[];
}

/** Returns the errors of a document: its structure, and references to missing elements. */
export function spdxFaults(document: unknown): string[] {
  const validate = new Ajv({ strict: false, allErrors: true }).compile(Document);
  if (!validate(document))
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  const { packages, relationships, hasExtractedLicensingInfos = [] } = document as Checked;
  const ids = new Set(['SPDXRef-DOCUMENT', 'NONE', 'NOASSERTION', ...packages.map(({ SPDXID }) => SPDXID)]);
  const licenses = new Set(hasExtractedLicensingInfos.map(({ licenseId }) => licenseId));
  return [
    ...(ids.size === packages.length + 3 ? [] : ['two packages have one ID']),
    ...relationships
      .flatMap(({ spdxElementId, relatedSpdxElement }) => [spdxElementId, relatedSpdxElement])
      .filter((each) => !ids.has(each)),
    ...packages
      .flatMap(({ licenseDeclared }) => licenseDeclared.match(/LicenseRef-[A-Za-z0-9.-]+/g) ?? [])
      .filter((each) => !licenses.has(each)),
  ];
}
