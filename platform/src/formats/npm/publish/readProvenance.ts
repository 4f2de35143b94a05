import * as v from 'valibot';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { unscoped } from '../names.ts';

/** Provenance of a tarball as sent by its publisher: the build that created it. Not verified. */
export interface Provenance {
  /** The Sigstore bundle, as JSON. */
  bundle: string;
  predicateType: string;
  /** SHA-512 of the tarball that it is about, in hexadecimal. */
  sha512: string;
}

/** Maximum characters of a bundle. Those of npm have about 10,000. */
const LIMIT = 256 * 1024;
/** Maximum nesting of a bundle. Clients parse it, too. */
const DEPTH = 50;

const Bundle = v.looseObject({
  mediaType: v.pipe(v.string(), v.startsWith('application/vnd.dev.sigstore.bundle')),
  verificationMaterial: v.looseObject({}),
  dsseEnvelope: v.looseObject({
    payloadType: v.literal('application/vnd.in-toto+json'),
    payload: v.string(),
    signatures: v.pipe(v.array(v.looseObject({ sig: v.string() })), v.length(1)),
  }),
});

const Statement = v.looseObject({
  subject: v.pipe(
    v.array(v.looseObject({ name: v.string(), digest: v.looseObject({ sha512: v.string() }) })),
    v.length(1),
  ),
  predicateType: v.pipe(v.string(), v.startsWith('https://slsa.dev/provenance/'), v.maxLength(200)),
});

/**
 * Reads the bundle that `npm publish` attaches for `--provenance` and `--provenance-file`;
 * undefined without one. Throws `HttpError` 400 unless its statement names this package,
 * and 413 if it is too large.
 */
export function readProvenance(
  attachments: Readonly<Record<string, unknown>>,
  { name, version }: { name: string; version: string },
): Provenance | undefined {
  const [file, ...more] = Object.keys(attachments).filter((each) => each.endsWith('.sigstore'));
  if (file === undefined) return undefined;
  if (more.length > 0) throw bad('the publish document contains more than one');
  const expected = `${name}-${version}.sigstore`;
  if (file !== expected && file !== `${unscoped(name)}-${version}.sigstore`)
    throw bad(`the name of the attachment is ${shown(file)}; expected ${expected}`);
  const attachment = v.safeParse(v.looseObject({ data: v.string() }), attachments[file]);
  if (!attachment.success) throw bad(`the 'data' of ${file} is not a string`);
  const { data, length } = attachment.output;
  if (data.length > LIMIT)
    throw new HttpError(413, 'TOO_LARGE', `The provenance of ${name} ${version} exceeds ${LIMIT} characters`);
  if (length !== undefined && length !== data.length)
    throw bad(`the 'length' of ${file} is ${shown(length)}, but it has ${data.length} characters`);
  // Half of a surrogate pair, which no UTF-8 text contains.
  if (/\p{Surrogate}/u.test(data)) throw bad('it is not valid Unicode');
  if (isNestedDeeper(data, DEPTH)) throw bad(`it is nested deeper than ${DEPTH} levels`);
  const bundle = parsed(Bundle, data, 'it is not a Sigstore bundle with a DSSE envelope');
  const payload = Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString();
  const expectation = 'its payload is not an in-toto statement with one subject and SLSA provenance';
  if (isNestedDeeper(payload, DEPTH)) throw bad(`its statement is nested deeper than ${DEPTH} levels`);
  const { subject, predicateType } = parsed(Statement, payload, expectation);
  const [of] = subject;
  const purl = purlOf(name, version);
  if (of?.name !== purl) throw bad(`its subject is ${shown(of?.name)}; expected ${purl}`);
  return { bundle: data, predicateType, sha512: of.digest.sha512.toLowerCase() };
}

/** Throws `HttpError` 400 unless the provenance is about this tarball. */
export function checkSubject({ sha512 }: Provenance, blob: { sha512?: string }): void {
  if (sha512 !== blob.sha512)
    throw bad(
      `its subject has SHA-512 ${sha512.slice(0, 16)}…, but that of the tarball is ${blob.sha512?.slice(0, 16)}…`,
    );
}

/** The package URL as npm writes it. */
export function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

/** Without recursion, and before anything parses it. */
function isNestedDeeper(json: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (char === '"') inString = !inString;
    else if (inString) at += char === '\\' ? 1 : 0;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    if (depth > limit) return true;
  }
  return false;
}

function parsed<Schema extends v.GenericSchema>(
  schema: Schema,
  json: string,
  problem: string,
): v.InferOutput<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw bad(problem);
  }
  const { success, output } = v.safeParse(schema, value);
  if (success) return output;
  throw bad(problem);
}

function bad(what: string): HttpError {
  return new HttpError(400, 'BAD_PROVENANCE', `Invalid provenance: ${what}`);
}
