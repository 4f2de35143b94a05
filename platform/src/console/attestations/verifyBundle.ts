import { bundleFromJSON, isBundleWithDsseEnvelope } from '@sigstore/bundle';
import { TrustedRoot } from '@sigstore/protobuf-specs';
import { type Signer, toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import * as v from 'valibot';
import { purlOf } from '../../formats/npm/publish/readProvenance.ts';
import type { Build } from './Build.ts';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

const Statement = v.looseObject({
  subject: v.strictTuple([
    v.looseObject({ name: v.string(), digest: v.looseObject({ sha512: v.string() }) }),
  ]),
  predicateType: v.pipe(v.string(), v.startsWith('https://slsa.dev/provenance/')),
});

/**
 * Last parts of the OIDs of Fulcio; see
 * https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md.
 */
const FULCIO = '1.3.6.1.4.1.57264.1.';
const OIDS = { issuer: 8, repository: 12, commit: 13, ref: 14, config: 18 } as const;
/** Tag of a UTF-8 string in DER. */
const UTF8_STRING = 0x0c;
const TEXT_LIMIT = 1000;

/**
 * Reads a trusted root: the certificates and logs that are trusted. Several can be in it, one per
 * line, as `gh attestation trusted-root` prints them. Throws if it is something else.
 */
export function readTrustedRoot(text: string): Verifier {
  const roots = documentsIn(text).map((each) => TrustedRoot.fromJSON(each));
  const root = {
    mediaType: '',
    tlogs: roots.flatMap((each) => each.tlogs),
    certificateAuthorities: roots.flatMap((each) => each.certificateAuthorities),
    ctlogs: roots.flatMap((each) => each.ctlogs),
    timestampAuthorities: roots.flatMap((each) => each.timestampAuthorities),
  };
  if (root.certificateAuthorities.length === 0 || root.tlogs.length === 0)
    throw new Error('it lists no certificate authority or no transparency log');
  // Also the defaults of the library, which a new version could change.
  return new Verifier(toTrustMaterial(root), { tlogThreshold: 1, ctlogThreshold: 1, timestampThreshold: 1 });
}

/**
 * Verifies a bundle: its certificates, its entry in the transparency log, its signature, and that
 * it is about this package. Returns which build made it. Throws with the reason otherwise.
 */
export function verifyBundle(
  text: string,
  of: { name: string; version: string; sha512: string },
  verifier: Verifier,
): Build {
  const bundle = bundleFromJSON(JSON.parse(text));
  if (!isBundleWithDsseEnvelope(bundle)) throw new Error('it has no DSSE envelope');
  const { payload, payloadType } = bundle.content.dsseEnvelope;
  if (payloadType !== PAYLOAD_TYPE) throw new Error('it is not about an in-toto statement');
  const signer = verifier.verify(toSignedEntity(bundle));
  const { success, output } = v.safeParse(Statement, JSON.parse(payload.toString('utf8')));
  if (!success) throw new Error('its statement is not SLSA provenance with one subject');
  const [{ name, digest }] = output.subject;
  if (name !== purlOf(of.name, of.version)) throw new Error(`it is about ${name.slice(0, 200)}`);
  if (digest.sha512.toLowerCase() !== of.sha512) throw new Error('it is about another tarball');
  return buildOf(signer);
}

function documentsIn(text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  try {
    return [JSON.parse(text)];
  } catch {
    return lines.map((line) => JSON.parse(line));
  }
}

function buildOf({ identity }: Signer): Build {
  const extensions = new Map<string, Buffer[]>();
  for (const { oid, value } of identity?.oids ?? []) {
    const id = oid?.id.join('.') ?? '';
    extensions.set(id, [...(extensions.get(id) ?? []), value]);
  }
  const read = (part: number) => {
    const [value, ...more] = extensions.get(`${FULCIO}${part}`) ?? [];
    const found = value && more.length === 0 ? textIn(value) : undefined;
    if (found === undefined) throw new Error(`its certificate has no valid extension ${FULCIO}${part}`);
    return found;
  };
  const repository = read(OIDS.repository);
  const ref = read(OIDS.ref);
  return {
    ...{ issuer: read(OIDS.issuer), repository, ref, commit: read(OIDS.commit) },
    workflow: workflowIn(read(OIDS.config), repository, ref),
  };
}

/** The path in `REPOSITORY/PATH@REF`; GitLab has two slashes. */
function workflowIn(config: string, repository: string, ref: string): string {
  const [start, end] = [`${repository}/`, `@${ref}`];
  const path = config.slice(start.length, -end.length).replace(/^\//, '');
  if (config !== `${start}${path}${end}` && config !== `${start}/${path}${end}`)
    throw new Error('its workflow is not in the source repository');
  return path;
}

/** A UTF-8 string in DER, without control characters; undefined for anything else. */
function textIn(value: Buffer): string | undefined {
  const [tag, first = 0] = value;
  const sizeBytes = first < 0x80 ? 0 : first - 0x80;
  if (tag !== UTF8_STRING || sizeBytes > 2) return undefined;
  const length = sizeBytes === 0 ? first : value.subarray(2, 2 + sizeBytes).readUIntBE(0, sizeBytes);
  const bytes = value.subarray(2 + sizeBytes);
  const text = bytes.toString('utf8');
  const isText = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]+$/u.test(text);
  return bytes.length === length && length <= TEXT_LIMIT && isText ? text : undefined;
}
