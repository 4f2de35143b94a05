import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { DsseEnvelope } from '@lading/contract/rest';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

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

/** Returns the payload if one of the signatures is valid for this key; otherwise `undefined`. */
export function openEnvelope(envelope: DsseEnvelope, key: KeyObject): Buffer | undefined {
  if (envelope.payloadType !== PAYLOAD_TYPE) return undefined;
  const payload = Buffer.from(envelope.payload, 'base64');
  // Reject non-canonical base64, which would be a second encoding of the same envelope.
  if (payload.toString('base64') !== envelope.payload) return undefined;
  const signed = encode(envelope.payloadType, payload);
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  const isValid = envelope.signatures.some(({ sig }) => {
    const bytes = Buffer.from(sig, 'base64');
    return bytes.toString('base64') === sig && verify(null, signed, publicKey, bytes);
  });
  return isValid ? payload : undefined;
}
