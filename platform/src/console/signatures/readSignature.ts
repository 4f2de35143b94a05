import { createHash } from 'node:crypto';
import { packageStatement, SIGNATURE_FILE, SIGNATURE_PAYLOAD_TYPE } from '@lading/contract/signing';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** A signature that is about exactly the files of its package. Its key is not checked yet. */
export interface PackageSignature {
  /** SHA-256 of the public key, as the signature names it. */
  keyId: string;
  /** Text of the DSSE envelope. */
  envelope: string;
}

/** Maximum size of `lading-signature.json`, in bytes: enough for about 10,000 files. */
const LIMIT = 2 * 1024 * 1024;
/** Characters of a path that messages show. */
const SHOWN = 200;

const Envelope = Type.Object({
  payload: Type.String(),
  signatures: Type.Array(
    Type.Object({ keyid: Type.String({ pattern: '^[0-9a-f]{64}$' }), sig: Type.String() }),
    { minItems: 1, maxItems: 1 },
  ),
});

type Statement = Static<typeof Statement>;
const Statement = Type.Object({
  subject: Type.Array(Type.Object({ name: Type.String(), digest: Type.Object({ sha256: Type.String() }) })),
  predicate: Type.Object({ name: Type.String(), version: Type.String() }),
});

interface Signed {
  name: string;
  version: string;
}

/**
 * Reads the signature of a package, if it has one. What is signed must be the statement that the
 * files result in, byte for byte: an additional file, a changed one, and the signature of another
 * version are problems, whose key does not matter.
 */
export function readSignature(
  of: Signed,
  contents: ReadonlyMap<string, Buffer>,
): { signature?: PackageSignature } | { problem: string } {
  const file = contents.get(SIGNATURE_FILE);
  if (!file) return {};
  const title = `${of.name} ${of.version}`;
  if (file.byteLength > LIMIT)
    return { problem: `${SIGNATURE_FILE} of ${title} is larger than ${LIMIT} bytes` };
  const text = file.toString('utf8');
  const envelope = parse(text, Envelope);
  const payload = envelope && Buffer.from(envelope.payload, 'base64');
  const statement = payload && parse(payload.toString('utf8'), Statement);
  const [signature] = envelope?.signatures ?? [];
  const unreadable = `${SIGNATURE_FILE} of ${title} cannot be read. Sign the package with lading-kit sign`;
  if (!statement || !signature) return { problem: unreadable };
  const found = digestsOf(contents);
  const why = difference(of, statement, found);
  if (why !== undefined) return { problem: why };
  const spelling = envelopeText(packageStatement(of, found), signature);
  return spelling === text
    ? { signature: { keyId: signature.keyid, envelope: text } }
    : { problem: unreadable };
}

/**
 * The text that lading-kit writes. A formatter, for example, writes another one, which later would
 * look like a forged signature.
 */
function envelopeText(statement: string, { keyid, sig }: { keyid: string; sig: string }): string {
  return JSON.stringify({
    payloadType: SIGNATURE_PAYLOAD_TYPE,
    payload: Buffer.from(statement).toString('base64'),
    signatures: [{ keyid, sig: Buffer.from(sig, 'base64').toString('base64') }],
  });
}

function digestsOf(contents: ReadonlyMap<string, Buffer>) {
  return [...contents].flatMap(([path, content]) =>
    path === SIGNATURE_FILE ? [] : [{ path, sha256: createHash('sha256').update(content).digest('hex') }],
  );
}

/** Why the statement is not about this package, in plain words. */
function difference(
  { name, version }: Signed,
  { subject, predicate }: Statement,
  found: readonly { path: string; sha256: string }[],
): string | undefined {
  const title = `${name} ${version}`;
  if (predicate.name !== name || predicate.version !== version)
    return `The signature in ${title} is that of another package, ${shorten(`${predicate.name} ${predicate.version}`)}`;
  const signed = new Map(subject.map((one) => [one.name, one.digest.sha256]));
  for (const { path, sha256 } of found) {
    const expected = signed.get(path);
    if (expected === undefined) return `${title} contains ${shorten(path)}, which its author did not sign`;
    if (expected !== sha256) return `${shorten(path)} of ${title} was changed after its author signed it`;
    signed.delete(path);
  }
  const [missing] = signed.keys();
  return missing === undefined ? undefined : `${title} lacks ${shorten(missing)}, which its author signed`;
}

function shorten(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function parse<Schema extends typeof Envelope | typeof Statement>(
  text: string,
  schema: Schema,
): Static<Schema> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return Value.Check(schema, value) ? (value as Static<Schema>) : undefined;
}
