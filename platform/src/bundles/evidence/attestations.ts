import { createHash } from 'node:crypto';
import type { BundleAttestation, DsseEnvelope } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { BundleVersion } from '../content/bundleRows.ts';
import { listAttestationKeys, type TrustedKey } from './attestationKeys.ts';
import { isSignedWith, readStatement, type Statement } from './readAttestation.ts';

/** Maximum attestations of a version. */
const most = 200;

/** An attestation with its content. */
export interface Attached {
  id: string;
  predicateType: string;
  statement: Statement;
  /** The trusted key that verifies it, if any. */
  key: TrustedKey | undefined;
  sha256: string;
  attached: Date;
  attachedBy: string;
}

interface Row extends Record<string, unknown> {
  id: string;
  predicateType: string;
  envelope: string;
  sha256: string;
  attached: number;
  attachedBy: string;
}

const select = sql`SELECT id::text, predicate_type AS "predicateType", envelope, sha256, attached_by AS "attachedBy",
  (extract(epoch FROM attached) * 1000)::float8 AS attached FROM bundle_attestations`;

/** Returns the attestations of a version, first attached first, verified with the current keys. */
export async function attestationsOf({ id }: Pick<BundleVersion, 'id'>): Promise<Attached[]> {
  const keys = await listAttestationKeys();
  const { rows } = await db().execute<Row>(sql`${select} WHERE bundle_id = ${id}::bigint ORDER BY id`);
  return rows.map(({ envelope, attached, ...row }) => {
    const parsed = JSON.parse(envelope) as DsseEnvelope;
    return {
      ...row,
      attached: new Date(attached),
      statement: readStatement(parsed),
      key: keys.find((key) => isSignedWith(parsed, key.publicKey)),
    };
  });
}

/** Returns the attestation as JSON text, exactly as it was attached. Throws `HttpError` 404. */
export async function attestationText({ id: bundleId }: BundleVersion, id: string): Promise<string> {
  const { rows } = await db().execute<Row>(
    sql`${select} WHERE bundle_id = ${bundleId}::bigint AND id::text = ${id}`,
  );
  const [row] = rows;
  if (row) return row.envelope;
  throw new HttpError(
    404,
    'ATTESTATION_NOT_FOUND',
    `Attestation "${id.slice(0, 30)}" not found. GET …/attestations lists the attestations of the version`,
  );
}

/**
 * Attaches an attestation about at least one artifact of the version. Idempotent. Throws
 * `HttpError` 400, or 409 for too many.
 */
export async function attach(bundle: BundleVersion, envelope: DsseEnvelope, by: string): Promise<string> {
  const { predicateType, digests } = readStatement(envelope);
  const { rows: known } = await db().execute(sql`
    SELECT FROM release_bundle_artifacts WHERE bundle_id = ${bundle.id}::bigint AND sha256 = ANY(${sql.param([...digests])}::text[]) LIMIT 1`);
  if (known.length === 0) {
    throw new HttpError(
      400,
      'BAD_ATTESTATION',
      `Invalid attestation: none of its subjects is an artifact of ${bundle.name} ${bundle.version}. Expected the sha256 of at least one artifact`,
    );
  }
  const text = JSON.stringify(envelope);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const { rows } = await db().execute<{ id: string }>(sql`
    INSERT INTO bundle_attestations (bundle_id, predicate_type, envelope, sha256, attached_by)
    SELECT ${bundle.id}::bigint, ${predicateType}, ${text}, ${sha256}, ${by}
    WHERE (SELECT count(*) FROM bundle_attestations WHERE bundle_id = ${bundle.id}::bigint) < ${most}
    ON CONFLICT (bundle_id, sha256) DO NOTHING RETURNING id::text`);
  const id = rows[0]?.id ?? (await idOf(bundle, sha256));
  if (id !== undefined) return id;
  throw new HttpError(409, 'TOO_MANY', `The version has ${most} attestations, which is the maximum`);
}

async function idOf({ id }: BundleVersion, sha256: string): Promise<string | undefined> {
  const { rows } = await db().execute<Row>(
    sql`${select} WHERE bundle_id = ${id}::bigint AND sha256 = ${sha256}`,
  );
  return rows[0]?.id;
}

/** `digests`: of the artifacts of the version. */
export function shownAttestation(attached: Attached, digests: ReadonlySet<string>): BundleAttestation {
  const { id, predicateType, statement, key, sha256, attachedBy } = attached;
  return {
    ...{ id, predicateType, sha256, attachedBy },
    attached: attached.attached.toISOString(),
    artifacts: [...statement.digests].filter((digest) => digests.has(digest)).length,
    keyName: key?.name ?? null,
    builder: statement.builder,
  };
}
