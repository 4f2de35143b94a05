import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { der, sequence } from '../../../secrets/der.ts';
import { purlOf } from '../publish/readProvenance.ts';

/** A build as the certificate of its identity describes it. */
export interface TestBuild {
  issuer: string;
  repository: string;
  workflow: string;
  ref: string;
  commit: string;
}

interface Options {
  build?: Partial<TestBuild>;
  /** The time of the entry in the log, in milliseconds. */
  logged?: number;
  predicateType?: string;
  /** Other extensions of the certificate, by the last part of their OID. */
  extensions?: Record<number, Buffer>;
  /** Extensions that the certificate has twice, with another value. */
  repeated?: Record<number, Buffer>;
}

/** A bundle as JSON. Tests change it. */
// biome-ignore lint/suspicious/noExplicitAny: tests change any part of it
export type TestBundle = any;

export const someBuild: TestBuild = {
  issuer: 'https://token.actions.githubusercontent.com',
  repository: 'https://github.com/acme/tide',
  workflow: '.github/workflows/release.yml',
  ref: 'refs/heads/main',
  commit: '4f0d1c2b3a4958677685940312f0e1d2c3b4a596',
};

const ALGORITHM = sequence(oid('1.2.840.10045.4.3.2'));
const LOG = 'log.example.org';
/** Validity of a certificate, in milliseconds. */
const VALID = 600_000;
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** A certificate authority, a log of certificates, and a transparency log, as Sigstore has them. */
export class TestSigstore {
  readonly #authority = newKey();
  readonly #certificateLog = newKey();
  readonly #log = newKey();
  readonly #name = sequence(
    der(0x31, sequence(oid('2.5.4.10'), der(0x0c, Buffer.from(`ca ${randomBytes(4).toString('hex')}`)))),
  );
  readonly #root = this.#certificate(this.#authority, this.#name, Date.now(), [
    extension('2.5.29.19', sequence(der(0x01, Buffer.from([0xff])))),
  ]);

  /** The file with which clients verify. */
  trustedRoot(): object {
    const validFor = { start: '2020-01-01T00:00:00.000Z' };
    const log = (key: KeyObject, baseUrl: string) => ({
      ...{ baseUrl, hashAlgorithm: 'SHA2_256', logId: { keyId: idOf(key).toString('base64') } },
      publicKey: { rawBytes: spki(key).toString('base64'), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor },
    });
    return {
      mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
      tlogs: [log(this.#log, `https://${LOG}`)],
      ctlogs: [log(this.#certificateLog, 'https://ct.example.org')],
      certificateAuthorities: [
        {
          subject: { organization: 'example.org', commonName: 'test' },
          uri: 'https://ca.example.org',
          certChain: { certificates: [{ rawBytes: this.#root.toString('base64') }] },
          validFor,
        },
      ],
      timestampAuthorities: [],
    };
  }

  /** The provenance of a tarball, as npm attaches it. */
  provenance(of: { name: string; version: string }, tarball: Buffer, options: Options = {}): TestBundle {
    const sha512 = createHash('sha512').update(tarball).digest('hex');
    return this.attest(
      {
        _type: 'https://in-toto.io/Statement/v1',
        subject: [{ name: purlOf(of.name, of.version), digest: { sha512 } }],
        predicateType: options.predicateType ?? 'https://slsa.dev/provenance/v1',
        predicate: { buildDefinition: {}, runDetails: {} },
      },
      options,
    );
  }

  /** A bundle of any statement. */
  attest(statement: object, { build, logged = Date.now(), extensions, repeated }: Options = {}): TestBundle {
    const key = newKey();
    const payload = Buffer.from(JSON.stringify(statement));
    const head = `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `;
    const sig = sign('sha256', Buffer.concat([Buffer.from(head), payload]), key);
    const certificate = this.#identity(
      key,
      { ...someBuild, ...build },
      {
        ...(extensions ? { extensions } : {}),
        ...(repeated ? { repeated } : {}),
      },
    );
    return {
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: {
        certificate: { rawBytes: certificate.toString('base64') },
        tlogEntries: [this.#entry(payload, sig, logged)],
        timestampVerificationData: { rfc3161Timestamps: [] },
      },
      dsseEnvelope: {
        ...{ payload: payload.toString('base64'), payloadType: PAYLOAD_TYPE },
        signatures: [{ sig: sig.toString('base64'), keyid: '' }],
      },
    };
  }

  #identity(
    key: KeyObject,
    build: TestBuild,
    { extensions: changed, repeated = {} }: Pick<Options, 'extensions' | 'repeated'>,
  ): Buffer {
    const { issuer, repository, workflow, ref, commit } = build;
    const signer = `${repository}/${workflow}@${ref}`;
    const text = (value: string) => der(0x0c, Buffer.from(value));
    const facts: Record<number, Buffer> = {
      ...{ 8: text(issuer), 9: text(signer), 12: text(repository), 13: text(commit) },
      ...{ 14: text(ref), 18: text(signer), ...changed },
    };
    const extensions = [
      extension('2.5.29.17', sequence(der(0x86, Buffer.from(signer)))),
      ...[...Object.entries(facts), ...Object.entries(repeated)].map(([part, value]) =>
        extension(`1.3.6.1.4.1.57264.1.${part}`, value),
      ),
    ];
    const now = Date.now();
    const logged = this.#logged(this.#tbs(key, sequence(), now, extensions), now);
    return this.#certificate(key, sequence(), now, [...extensions, logged]);
  }

  /** The extension with which the log of certificates confirms one. */
  #logged(tbs: Buffer, now: number): Buffer {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(now));
    const issuer = createHash('sha256').update(spki(this.#authority)).digest();
    const size = Buffer.from([tbs.length >> 16, (tbs.length >> 8) & 0xff, tbs.length & 0xff]);
    const signed = Buffer.concat([
      ...[Buffer.from([0, 0]), time, Buffer.from([0, 1]), issuer, size, tbs, Buffer.from([0, 0])],
    ]);
    const sig = sign('sha256', signed, this.#certificateLog);
    const id = idOf(this.#certificateLog);
    const sct = Buffer.concat([
      ...[Buffer.from([0]), id, time, Buffer.from([0, 0]), Buffer.from([4, 3]), uint16(sig.length), sig],
    ]);
    const list = Buffer.concat([uint16(sct.length + 2), uint16(sct.length), sct]);
    return extension('1.3.6.1.4.1.11129.2.4.2', der(0x04, list));
  }

  #certificate(key: KeyObject, subject: Buffer, now: number, extensions: readonly Buffer[]): Buffer {
    const tbs = this.#tbs(key, subject, now, extensions);
    const signature = Buffer.concat([Buffer.from([0]), sign('sha256', tbs, this.#authority)]);
    return sequence(tbs, ALGORITHM, der(0x03, signature));
  }

  #tbs(key: KeyObject, subject: Buffer, now: number, extensions: readonly Buffer[]): Buffer {
    return sequence(
      der(0xa0, der(0x02, Buffer.from([2]))),
      // The same for the two forms of a certificate.
      der(0x02, Buffer.concat([Buffer.from([1]), createHash('sha1').update(spki(key)).digest()])),
      ALGORITHM,
      this.#name,
      sequence(time(now - VALID), time(now + (subject === this.#name ? 1000 : 1) * VALID)),
      subject,
      spki(key),
      der(0xa3, sequence(...extensions)),
    );
  }

  #entry(payload: Buffer, sig: Buffer, logged: number): object {
    const value = createHash('sha256').update(payload).digest('hex');
    const spec = {
      payloadHash: { algorithm: 'sha256', value },
      signatures: [{ signature: sig.toString('base64') }],
    };
    const content = Buffer.from(JSON.stringify({ apiVersion: '0.0.1', kind: 'dsse', spec }));
    const id = idOf(this.#log);
    const integratedTime = Math.floor(logged / 1000);
    // In alphabetical order, as it is signed.
    const promise = {
      body: content.toString('base64'),
      integratedTime,
      logID: id.toString('hex'),
      logIndex: 0,
    };
    const rootHash = createHash('sha256')
      .update(Buffer.from([0]))
      .update(content)
      .digest();
    const note = `${LOG} - 1\n1\n${rootHash.toString('base64')}\n`;
    const signature = Buffer.concat([id.subarray(0, 4), sign('sha256', Buffer.from(note), this.#log)]);
    return {
      ...{ logIndex: '0', logId: { keyId: id.toString('base64') } },
      ...{ kindVersion: { kind: 'dsse', version: '0.0.1' }, integratedTime: String(integratedTime) },
      inclusionPromise: {
        signedEntryTimestamp: sign('sha256', Buffer.from(JSON.stringify(promise)), this.#log).toString(
          'base64',
        ),
      },
      inclusionProof: {
        ...{ logIndex: '0', rootHash: rootHash.toString('base64'), treeSize: '1', hashes: [] },
        checkpoint: { envelope: `${note}\n— ${LOG} ${signature.toString('base64')}\n` },
      },
      canonicalizedBody: content.toString('base64'),
    };
  }
}

function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

function spki(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

function idOf(key: KeyObject): Buffer {
  return createHash('sha256').update(spki(key)).digest();
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), der(0x04, value));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const septets = [part & 0x7f];
    for (let left = part >>> 7; left > 0; left >>>= 7) septets.unshift((left & 0x7f) | 0x80);
    return septets;
  });
  return der(0x06, Buffer.from(bytes));
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

function time(at: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}
