import { createHash, createPublicKey, randomBytes, randomUUID } from 'node:crypto';
import type { EdgeCredential, Paired, Pairing, PairingCode } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { audit } from '../../access/audit/audit.ts';
import { originOf } from '../../access/origin.ts';
import { db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { AccessRule } from '../../http/api/ownApi.ts';
import { idOf } from '../signing/keys.ts';

/** Minutes until a pairing code expires. */
const codeValidFor = 30;
/** Days until a credential expires that its source does not renew. */
const credentialValidFor = 30;
/** Header with the credential of a source. Other authentication methods are for users. */
export const credentialHeader = 'x-lading-source';

/** A server that this one receives bundles from. */
export interface Source {
  id: string;
  name: string;
  keyId: string;
  publicKey: string;
}

const sources = new WeakMap<FastifyRequest, Source>();

/**
 * Creates a code that another server can use once to become a source of this one. `name`: of this
 * server, shown there.
 */
export async function createPairingCode(name: string, by: string): Promise<PairingCode> {
  const code = randomBytes(24).toString('base64url');
  const expires = new Date(Date.now() + codeValidFor * 60_000);
  await db().execute(sql`DELETE FROM edge_pairing_codes WHERE expires < now()`);
  await db().execute(sql`INSERT INTO edge_pairing_codes (code_hash, name, created_by, expires)
    VALUES (${hash(code)}, ${name}, ${by}, ${expires.toISOString()})`);
  return { code, expires: expires.toISOString() };
}

/** Exchanges a code for the credential of a source. Throws `HttpError` 400 or 403. */
export async function pair(
  request: FastifyRequest,
  { code, name, url, publicKey }: Pairing,
): Promise<Paired> {
  const keyId = keyIdOf(publicKey);
  const credential = randomBytes(32).toString('base64url');
  return transaction(async () => {
    const { rows } = await db().execute<{ name: string; by: string }>(sql`
      DELETE FROM edge_pairing_codes WHERE code_hash = ${hash(code)} AND expires > now() RETURNING name, created_by AS by`);
    const [found] = rows;
    if (!found) {
      throw new HttpError(
        403,
        'BAD_PAIRING_CODE',
        'The pairing code is invalid, expired, or was used. Create another one at the edge, under Administration, Edges',
      );
    }
    await db().execute(sql`
      INSERT INTO edge_sources (id, name, url, credential_hash, key_id, public_key, paired_by)
      VALUES (${randomUUID()}, ${name}, ${url}, ${hash(credential)}, ${keyId}, ${publicKey}, ${found.by})`);
    const detail = `Server ${name} (${url}) can distribute release bundles to this server`;
    await audit(originOf(request), { event: 'edge-changed', user: found.by, detail });
    return { name: found.name, credential };
  });
}

/**
 * Creates a new credential for a source. The one of the request is valid until the next renewal.
 */
export async function renewCredential(request: FastifyRequest): Promise<EdgeCredential> {
  const { id } = sourceOf(request);
  const credential = randomBytes(32).toString('base64url');
  await db().execute(sql`
    UPDATE edge_sources SET credential_hash = ${hash(credential)}, previous_hash = ${hash(shownBy(request))}, credential_issued = now()
    WHERE id::text = ${id}`);
  return { credential };
}

/** Access rule for routes of sources: requires a credential of this server. */
export const pairedSources = {
  name: 'paired servers',
  description:
    'Servers that are paired with this one, with their credential in the header `X-Lading-Source`.',
  allowsAnonymous: true,
  check: async (request: FastifyRequest) => {
    if (!sources.has(request)) sources.set(request, await requireSource(request));
  },
} satisfies AccessRule;

/** Returns the source of a request with the rule `pairedSources`. */
export function sourceOf(request: FastifyRequest): Source {
  const source = sources.get(request);
  if (!source) throw new Error('The route has another access rule');
  return source;
}

async function requireSource(request: FastifyRequest): Promise<Source> {
  const shown = hash(shownBy(request));
  const { rows } = await db().execute<Source & Record<string, unknown>>(sql`
    UPDATE edge_sources SET last_seen = now()
    WHERE (credential_hash = ${shown} OR previous_hash = ${shown})
      AND credential_issued > now() - ${credentialValidFor} * interval '1 day'
    RETURNING id::text, name, key_id AS "keyId", public_key AS "publicKey"`);
  const [source] = rows;
  if (source) return source;
  throw new HttpError(
    401,
    'NOT_PAIRED',
    `This server is not paired with the calling one, the pairing was ended, or there was no contact for ${credentialValidFor} days. Pair them again`,
  );
}

function shownBy({ headers }: FastifyRequest): string {
  const credential = headers[credentialHeader];
  return typeof credential === 'string' ? credential : '';
}

function keyIdOf(publicKey: string): string {
  try {
    const key = createPublicKey(publicKey);
    if (key.asymmetricKeyType === 'ed25519') return idOf(key);
  } catch {
    // The error below reports it.
  }
  throw new HttpError(400, 'BAD_PUBLIC_KEY', 'Invalid public key. Expected an Ed25519 key in PEM format');
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
