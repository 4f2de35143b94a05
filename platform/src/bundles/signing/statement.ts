import type { BundleContent, HeldArtifact } from '../content/BundleContent.ts';

/** Type of the predicate; increment the number when its structure changes. */
const PREDICATE_TYPE = 'urn:lading:release-bundle:v1';

interface SignedArtifact {
  path: string;
  repo: string;
  size: number;
  packageType: string;
  package?: string;
  version?: string;
  properties: Record<string, string[]>;
  state?: unknown;
}

interface Statement {
  _type: 'https://in-toto.io/Statement/v1';
  /** All artifacts, so that a verifier can check any of them against the signature. */
  subject: { name: string; digest: { sha256: string } }[];
  predicateType: typeof PREDICATE_TYPE;
  predicate: {
    name: string;
    version: string;
    created: string;
    createdBy: string;
    sources: readonly string[];
    openPgpKey?: string;
    /** In the order of the subjects. */
    artifacts: SignedArtifact[];
  };
}

/** Returns the bytes to sign for a bundle: an in-toto statement. Deterministic. */
export function statementOf(content: BundleContent): Buffer {
  const artifacts = content.artifacts.toSorted(byPlace);
  const statement: Statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: artifacts.map(({ repo, path, sha256 }) => ({ name: `${repo}/${path}`, digest: { sha256 } })),
    predicateType: PREDICATE_TYPE,
    predicate: {
      ...{ name: content.name, version: content.version },
      ...{ created: content.created.toISOString(), createdBy: content.createdBy },
      sources: content.sources,
      ...(content.openPgpKey === undefined ? {} : { openPgpKey: content.openPgpKey }),
      artifacts: artifacts.map(signedArtifact),
    },
  };
  return Buffer.from(JSON.stringify(statement));
}

function signedArtifact(artifact: HeldArtifact): SignedArtifact {
  const { repo, path, size, packageType, packageName, packageVersion, properties, state } = artifact;
  const keys = Object.keys(properties).sort();
  return {
    ...{ repo, path, size, packageType },
    ...(packageName === undefined ? {} : { package: packageName }),
    ...(packageVersion === undefined ? {} : { version: packageVersion }),
    properties: Object.fromEntries(keys.map((key) => [key, (properties[key] ?? []).toSorted()])),
    ...(state === undefined ? {} : { state }),
  };
}

/** Compares code units, so that the locale has no effect on signed bytes. */
function byPlace(one: HeldArtifact, other: HeldArtifact): number {
  const [a, b] = [`${one.repo}/${one.path}`, `${other.repo}/${other.path}`];
  return a < b ? -1 : Number(a > b);
}
