import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someBuild, type TestBundle, TestSigstore } from '../../formats/npm/testing/TestSigstore.ts';
import { der } from '../../secrets/der.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { BuildVerifier } from './BuildVerifier.ts';

const of = { name: '@acme/lading-plugin-tide', version: '1.0.0' };
const tarball = Buffer.from('the bytes of a package');
const sha512 = createHash('sha512').update(tarball).digest('hex');
const sigstore = new TestSigstore();

let home: string;
let path: string;
beforeAll(async () => {
  home = await temporaryFolder('lading-sigstore-');
  path = join(home, 'sigstore-root.json');
  await writeFile(path, JSON.stringify(sigstore.trustedRoot()));
});
afterAll(() => rm(home, { recursive: true }));

const check = (bundle: TestBundle, verifier = new BuildVerifier(path), version = of.version) =>
  verifier.check({ ...of, version }, { bundle: JSON.stringify(bundle), sha512 });
const good = () => sigstore.provenance(of, tarball);
const changed = (change: (bundle: TestBundle) => void) => {
  const bundle = good();
  change(bundle);
  return bundle;
};

/** Replaces text in bytes in base64. */
const replaced = (base64: string, from: string, to: string) => {
  const bytes = Buffer.from(base64, 'base64');
  const at = bytes.indexOf(from);
  if (at < 0 || from.length !== to.length) throw new Error('nothing to replace');
  bytes.write(to, at);
  return bytes.toString('base64');
};
const text = (value: string) => der(0x0c, Buffer.from(value));

describe('the provenance of a package', () => {
  it('shows which build made it', async () => {
    expect(await check(good())).toEqual({ build: someBuild });
    const gitlab = {
      ...{
        issuer: 'https://gitlab.com',
        repository: 'https://gitlab.com/acme/tide',
        workflow: '/.gitlab-ci.yml',
      },
    };
    expect(await check(sigstore.provenance(of, tarball, { build: gitlab }))).toMatchObject({
      build: { ...gitlab, workflow: '.gitlab-ci.yml' },
    });
  });

  it.each<[string, () => TestBundle, string]>([
    [
      'of another package',
      () => sigstore.provenance({ ...of, name: 'x' }, tarball),
      'it is about pkg:npm/x@1.0.0',
    ],
    [
      'of another version',
      () => sigstore.provenance({ ...of, version: '2.0.0' }, tarball),
      'it is about pkg:npm/%40acme',
    ],
    [
      'of several packages',
      () =>
        sigstore.attest({
          subject: [of, { ...of, name: 'x' }].map(({ name, version }) => ({
            ...{ name: `pkg:npm/${name.replace('@', '%40')}@${version}`, digest: { sha512 } },
          })),
          predicateType: 'https://slsa.dev/provenance/v1',
        }),
      'its statement is not SLSA provenance with one subject',
    ],
    ['of another tarball', () => sigstore.provenance(of, Buffer.from('x')), 'it is about another tarball'],
    [
      'that is something else',
      () => sigstore.provenance(of, tarball, { predicateType: 'https://in-toto.io/x' }),
      'its statement is not SLSA provenance',
    ],
    ['of an untrusted authority', () => new TestSigstore().provenance(of, tarball), ''],
    [
      'with a certificate that expired before it was logged',
      () => sigstore.provenance(of, tarball, { logged: Date.now() + 3_600_000 }),
      'certificate',
    ],
    [
      'with a certificate from after it was logged',
      () => sigstore.provenance(of, tarball, { logged: Date.now() - 3_600_000 }),
      'certificate',
    ],
    [
      'without an entry in the log',
      () =>
        changed((one) => {
          one.verificationMaterial.tlogEntries = [];
        }),
      'timestamp',
    ],
    [
      'without proof that the log contains it',
      () =>
        changed((one) => {
          delete one.verificationMaterial.tlogEntries[0].inclusionProof;
        }),
      'invalid bundle',
    ],
    [
      'with a time that the log did not confirm',
      () =>
        changed((one) => {
          delete one.verificationMaterial.tlogEntries[0].inclusionPromise;
        }),
      'timestamp',
    ],
    [
      'with another time',
      () =>
        changed((one) => {
          one.verificationMaterial.tlogEntries[0].integratedTime = '1700000000';
        }),
      'certificate',
    ],
    [
      'with the entry of another signature',
      () =>
        changed((one) => {
          one.verificationMaterial.tlogEntries = good().verificationMaterial.tlogEntries;
        }),
      'mismatch',
    ],
    [
      'with another statement',
      () =>
        changed((one) => {
          one.dsseEnvelope.payload = good().dsseEnvelope.payload.replace(/.{4}$/, 'fX19');
        }),
      '',
    ],
    [
      'with another signature',
      () =>
        changed((one) => {
          one.dsseEnvelope.signatures = good().dsseEnvelope.signatures;
        }),
      'mismatch',
    ],
    [
      'with two signatures',
      () =>
        changed((one) => {
          one.dsseEnvelope.signatures.push(one.dsseEnvelope.signatures[0]);
        }),
      'invalid bundle',
    ],
    [
      'without a certificate',
      () =>
        changed((one) => {
          one.verificationMaterial = {
            ...one.verificationMaterial,
            certificate: undefined,
            publicKey: { hint: 'x' },
          };
        }),
      'key not found',
    ],
    [
      'with a forged repository',
      () =>
        changed((one) => {
          const { certificate } = one.verificationMaterial;
          certificate.rawBytes = replaced(certificate.rawBytes, 'com/acme/tide', 'com/evil/tide');
        }),
      'certificate',
    ],
    [
      'with a repository in another encoding',
      () =>
        sigstore.provenance(of, tarball, { extensions: { 12: Buffer.from('https://github.com/acme/tide') } }),
      '1.3.6.1.4.1.57264.1.12',
    ],
    [
      'with a hidden part of its repository',
      () => sigstore.provenance(of, tarball, { extensions: { 12: text('https://github.com/acme/tide\0') } }),
      '1.3.6.1.4.1.57264.1.12',
    ],
    [
      'with more after its ref',
      () =>
        sigstore.provenance(of, tarball, {
          extensions: { 14: Buffer.concat([text('refs/heads/main'), text('x')]) },
        }),
      '1.3.6.1.4.1.57264.1.14',
    ],
    [
      'with two repositories',
      () => sigstore.provenance(of, tarball, { repeated: { 12: text('https://github.com/evil/tide') } }),
      '1.3.6.1.4.1.57264.1.12',
    ],
    [
      'with bytes after the text of its ref',
      () =>
        sigstore.provenance(of, tarball, {
          extensions: { 14: Buffer.concat([text('refs/heads/main'), Buffer.from('-x')]) },
        }),
      '1.3.6.1.4.1.57264.1.14',
    ],
    [
      'with the workflow of another repository',
      () =>
        sigstore.provenance(of, tarball, {
          extensions: { 18: text('https://github.com/evil/x/w.yml@refs/heads/main') },
        }),
      'not in the source repository',
    ],
  ])('is not valid %s', async (_what, bundle, why) => {
    const checked = await check(bundle());
    expect(checked).toEqual({ problem: expect.stringMatching(/^Its provenance is not valid: ./) });
    expect('problem' in checked && checked.problem).toContain(why);
  });

  it.each([
    ['deep JSON', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['no JSON', '{'],
    ['nothing', 'null'],
    [
      'deep bytes',
      JSON.stringify({
        ...new TestSigstore().provenance(of, tarball),
        verificationMaterial: {
          certificate: { rawBytes: Buffer.alloc(20_000, 0x30).toString('base64') },
          tlogEntries: [],
        },
      }),
    ],
  ])('is not valid if it is %s', async (_what, bundle) => {
    expect(await new BuildVerifier(path).check(of, { bundle, sha512 })).toEqual({
      problem: expect.stringContaining('Its provenance is not valid: '),
    });
  });

  it('is verified with the trusted root as it is now', async () => {
    const other = new TestSigstore();
    const file = join(home, 'other.json');
    const verifier = new BuildVerifier(file);
    expect(await check(good(), verifier)).toEqual({
      problem: `Its provenance cannot be verified without a trusted root: ${file} does not exist`,
    });
    await writeFile(file, JSON.stringify(other.trustedRoot()));
    expect(await check(good(), verifier)).toHaveProperty('problem');
    // One per line, as the command of GitHub prints them.
    await writeFile(file, [other, sigstore].map((one) => JSON.stringify(one.trustedRoot())).join('\n'));
    expect(await check(good(), verifier)).toEqual({ build: someBuild });
    expect(await check(good(), verifier, '2.0.0')).toHaveProperty('problem');
    await writeFile(file, JSON.stringify(other.trustedRoot()));
    expect(await check(good(), verifier)).toHaveProperty('problem');
    for (const wrong of ['', '{}', '[1', 'null']) {
      await writeFile(file, wrong);
      expect(await check(good(), verifier)).toEqual({
        problem: expect.stringContaining(`${file} is not a trusted root of Sigstore`),
      });
    }
  });

  it('needs the SHA-512 of the stored package', async () => {
    const bundle = JSON.stringify(good());
    expect(await new BuildVerifier(path).check(of, { bundle, sha512: null })).toHaveProperty('problem');
  });
});
