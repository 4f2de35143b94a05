import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cargoVersion } from '../formats/cargo/testing/RealCargo.ts';
import { moduleZip } from '../formats/go/testing/samples.ts';
import { writeLayout } from '../formats/oci/testing/ociLayout.ts';
import { sampleWheel } from '../formats/pypi/testing/samples.ts';
import { selfSigned } from '../secrets/selfSigned.ts';
import { hasClient } from './testing/clients.ts';
import { followGuide } from './testing/followGuide.ts';
import { type GuidePlatform, guidePlatform, type Sample } from './testing/guidePlatform.ts';
import { Newcomer } from './testing/Newcomer.ts';

const has = {
  pip: hasClient('pip', 'apt-get install python3-pip') && hasClient('twine', 'apt-get install twine'),
  // Cargo 1.74 is the first version that authenticates downloads.
  cargo: hasClient('cargo', 'apt-get install cargo') && (cargoVersion() ?? 0) >= 74,
  go: hasClient('go', 'apt-get install golang-go'),
  skopeo: hasClient('skopeo', 'apt-get install skopeo'),
};
const wheel = sampleWheel({ name: 'sextant', version: '1.0.0', files: { 'sextant.py': 'angle = 42\n' } });
const goModule = { name: 'example.org/hello', version: 'v1.0.0' };
const go: Sample = {
  type: 'go',
  client: 'go',
  package: goModule,
  source: {
    'hello.zip': moduleZip({
      module: goModule.name,
      version: goModule.version,
      files: { 'hello.go': 'package hello\n\nconst Text = "proof of go"\n' },
    }),
  },
  project: {
    'go.mod': 'module app\n\ngo 1.19\n',
    'main.go': 'package main\n\nimport "example.org/hello"\n\nfunc main() { print(hello.Text) }\n',
  },
  check: 'go run .',
  proof: 'proof of go',
};

describe('the guides, followed exactly in an empty home directory', () => {
  let platform: GuidePlatform;
  beforeAll(async () => {
    platform = await guidePlatform(['pypi', 'cargo', 'go', 'docker']);
  });
  afterAll(() => platform?.close());
  const follow = (sample: Sample, prepare?: (user: Newcomer) => Promise<void>) =>
    followGuide(platform, sample, prepare);

  it.skipIf(!has.pip)('publish with twine, and install with pip', () =>
    follow({
      type: 'pypi',
      client: 'pip',
      package: { name: 'sextant', version: '1.0.0' },
      source: { [`dist/${wheel.file}`]: wheel.bytes },
      check: `PYTHONPATH="$PIP_TARGET" python3 -c 'import sextant; print("angle", sextant.angle)'`,
      proof: 'angle 42',
    }),
  );

  it.skipIf(!has.cargo)('publish and add a crate', () =>
    follow({
      type: 'cargo',
      client: 'cargo',
      package: { name: 'capstan', version: '1.0.0' },
      source: {
        'Cargo.toml':
          '[package]\nname = "capstan"\nversion = "1.0.0"\nedition = "2021"\ndescription = "d"\nlicense = "MIT"\n',
        'src/lib.rs': '',
      },
      project: {
        'Cargo.toml': '[package]\nname = "app"\nversion = "1.0.0"\nedition = "2021"\n',
        'src/main.rs': 'fn main() {}\n',
      },
      check: 'cargo fetch && grep -A 2 capstan Cargo.lock',
      proof: 'artifactory/api/cargo/cargo/index/',
    }),
  );

  it.skipIf(!has.skopeo)('copy an image to the server and back with skopeo', () =>
    follow(
      {
        type: 'docker',
        client: 'skopeo',
        package: { name: 'hello-world', version: 'latest' },
        source: {},
        check: 'cat hello-world/index.json',
        proof: 'application/vnd.oci.image.manifest.v1+json',
      },
      (user) => writeLayout(join(user.home, 'source/hello-world'), { 'etc/motd': 'hello' }),
    ),
  );

  it.skipIf(!has.go)('publish and get a Go module over plain HTTP', () => follow(go));
});

describe.skipIf(!has.go)('the Go guide over HTTPS', () => {
  it('publishes and gets a module with the token in the URL', async () => {
    const { cert, key } = selfSigned();
    const files = { cert: join(tmpdir(), `lading-guide-${process.pid}.pem`), key: '' };
    files.key = `${files.cert}.key`;
    await writeFile(files.cert, cert);
    await writeFile(files.key, key);
    const platform = await guidePlatform(['go'], {
      LADING_TLS_CERT: files.cert,
      LADING_TLS_KEY: files.key,
    });
    const user = await Newcomer.start([], { SSL_CERT_FILE: files.cert, CURL_CA_BUNDLE: files.cert });
    try {
      const steps = await platform.steps(go);
      expect(steps.map(({ command }) => command).join('\n')).toMatch(/GOPROXY=https:\/\/admin:\S+@127/);
      expect(await platform.follow(user, go, steps)).toMatchObject({ code: 0, output: go.proof });
      const settings = await readFile(join(user.home, '.config/go/env'), 'utf8');
      expect(settings).toContain('GONOSUMDB=example.org\n');
    } finally {
      await user.close();
      await platform.close();
    }
  });
});
