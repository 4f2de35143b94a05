import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { DsseEnvelope } from '@lading/contract/rest';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { idOf } from './keys.ts';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

const Envelope = Type.Object({
  payload: Type.String(),
  signatures: Type.Array(Type.Object({ sig: Type.String() }), { minItems: 1, maxItems: 1 }),
});

/**
 * Pre-authentication encoding of DSSE version 1: prefixes type and payload with their lengths, so
 * that neither can be mistaken for the other.
 */
export function encode(type: string, payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

export function signEnvelope(payload: Buffer, key: KeyObject, keyId: string): DsseEnvelope {
  const sig = sign(null, encode(PAYLOAD_TYPE, payload), key).toString('base64');
  return {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: keyId, sig }],
  };
}

/**
 * Returns the payload of an envelope by `signEnvelope` if its signature is valid for this key;
 * otherwise `undefined`. Rejects any other spelling of the envelope: the signature covers neither
 * the key ID nor the JSON around the payload. Throws `SyntaxError` for text that is not JSON.
 */
export function openEnvelope(text: string, key: KeyObject): Buffer | undefined {
  const envelope: unknown = JSON.parse(text);
  if (!Value.Check(Envelope, envelope)) return undefined;
  const { payload: encoded, signatures } = envelope;
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  const sig = signatures[0]?.sig ?? '';
  const spelling: DsseEnvelope = {
    payloadType: PAYLOAD_TYPE,
    payload: encoded,
    signatures: [{ keyid: idOf(publicKey), sig }],
  };
  if (JSON.stringify(spelling) !== text) return undefined;
  const [payload, bytes] = [Buffer.from(encoded, 'base64'), Buffer.from(sig, 'base64')];
  // Reject non-canonical base64, which would be a second encoding of the same envelope.
  if (payload.toString('base64') !== encoded || bytes.toString('base64') !== sig) return undefined;
  return verify(null, encode(PAYLOAD_TYPE, payload), publicKey, bytes) ? payload : undefined;
}
