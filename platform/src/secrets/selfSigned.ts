import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { der, sequence } from './der.ts';

export interface SelfSigned {
  /** Validity in days. */
  days?: number;
  /** Subject name. */
  name?: string;
}

/**
 * Creates a self-signed certificate and its key, as PEM text. The certificate for `localhost` is
 * also valid for 127.0.0.1.
 */
export function selfSigned(
  kind: 'ec' | 'rsa' = 'ec',
  { days = 1, name: subject = 'localhost' }: SelfSigned = {},
): { cert: string; key: string } {
  const { publicKey, privateKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm =
    kind === 'ec' ? sequence(oid('2a8648ce3d040302')) : sequence(oid('2a864886f70d01010b'), der(0x05));
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(subject)))));
  const alternatives = sequence(
    der(0x82, Buffer.from('localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
    // A host name. Other subjects are not host names.
    ...(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(subject) ? [der(0x82, Buffer.from(subject))] : []),
  );
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(-3_600_000), time(days * 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(subject === 'localhost'
      ? [der(0xa3, sequence(sequence(oid('551d11'), der(0x04, alternatives))))]
      : []),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)]);
  const certificate = sequence(signed, algorithm, der(0x03, signature));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const time = (fromNow: number) =>
  der(0x17, Buffer.from(`${new Date(Date.now() + fromNow).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
