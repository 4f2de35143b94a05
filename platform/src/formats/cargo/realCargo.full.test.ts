import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSuccess } from '../../testing/Outcome.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { cargoVersion, RealCargo } from './testing/RealCargo.ts';
import { type StubRegistry, stubRegistry } from './testing/stubRegistry.ts';

const minor = cargoVersion();
const packageType = 'cargo';
let platform: TestPlatform;
let upstream: StubRegistry;
let cargo: RealCargo;

beforeAll(async () => {
  if (minor === undefined) return;
  upstream = await stubRegistry();
  // An old Cargo sends its token only for publishing.
  const env = { LADING_ALLOWED_NETWORKS: '127.0.0.0/8', LADING_ANONYMOUS_ACCESS: String(minor < 74) };
  platform = await testPlatform({ listen: true, env });
  await platform.createRepository('rs-local', {
    packageType,
    rclass: 'local',
  });
  await platform.createRepository('rs-remote', {
    packageType,
    rclass: 'remote',
    url: `${upstream.url}/index`,
  });
  await platform.createRepository('rs', {
    packageType,
    rclass: 'virtual',
    repositories: ['rs-local', 'rs-remote'],
    defaultDeploymentRepo: 'rs-local',
  });
  const token = await platform.createToken('for cargo');
  cargo = await RealCargo.start({
    team: { index: `${platform.baseUrl}/artifactory/api/cargo/rs/index/`, token },
    wrong: { index: `${platform.baseUrl}/artifactory/api/cargo/rs/`, token: 'Bearer wrong' },
    mistyped: { index: `${platform.baseUrl}/artifactory/api/cargo/rs-local/`, token: token.slice(1) },
  });
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
  await cargo?.close();
});

const manifest = (name: string, version: string, dependencies = '') =>
  `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\ndescription = "For a test"\nlicense = "MIT"\n\n[dependencies]\n${dependencies}`;
const library = (folder: string, name: string, version: string, dependencies = '') =>
  cargo.folder(folder, {
    'Cargo.toml': manifest(name, version, dependencies),
    'src/lib.rs': 'pub fn height() -> u32 { 100 }\n',
  });
const publish = (folder: string, registry = 'team') =>
  cargo.run(['publish', '--registry', registry, '--allow-dirty', '--no-verify'], folder);

describe.skipIf(minor === undefined)('the real Cargo client', () => {
  it('publishes a crate and builds with it and with crates from upstream', async () => {
    await upstream.add({
      name: 'long-string',
      vers: '2.5.0',
      files: { 'src/lib.rs': 'pub const LENGTH: u32 = 50;' },
    });
    const from = 'long-string = { version = "2", registry = "team" }\n';
    await expectSuccess(publish(await library('kite', 'wind-kite', '1.0.0', from)));
    const application = await cargo.folder('flight', {
      'Cargo.toml': manifest('flight', '0.1.0', `${from}wind-kite = { version = "1", registry = "team" }\n`),
      'src/main.rs': 'fn main() { println!("{}", wind_kite::height() + long_string::LENGTH) }\n',
    });
    expect(await expectSuccess(cargo.run(['run'], application))).toContain('150');
  });

  it('shows why a version, a name, or a token is rejected', async () => {
    const again = await publish(await library('again', 'wind-kite', '1.0.0'));
    expect([again.code, again.output]).toEqual([101, expect.stringContaining('already')]);
    const collides = await publish(await library('collides', 'wind_kite', '2.0.0'));
    expect([collides.code, collides.output]).toEqual([101, expect.stringMatching(/wind-kite|already/)]);
    const wrong = await publish(await library('wrong', 'kite-tail', '1.0.0'), 'wrong');
    expect([wrong.code, wrong.output]).toEqual([101, expect.stringMatching(/401|token/)]);
    const mistyped = await publish(await library('mistyped', 'kite-tail', '1.0.0'), 'mistyped');
    expect([mistyped.code, mistyped.output]).toEqual([
      101,
      expect.stringContaining('Invalid token in the Authorization header'),
    ]);
  });

  it('publishes a new name while the upstream is unavailable', async () => {
    upstream.fault = (_request, response) => response.writeHead(503).end();
    try {
      await expectSuccess(publish(await library('first', 'first-flight', '1.0.0')));
    } finally {
      upstream.fault = undefined;
    }
  });

  it('yanks a version, so that new projects do not resolve to it', async () => {
    await expectSuccess(publish(await library('newer', 'wind-kite', '1.1.0')));
    const yank = ['yank', '--registry', 'team', '--version', '1.1.0', 'wind-kite'];
    await expectSuccess(cargo.run(yank, cargo.home));
    const taker = await cargo.folder('taker', {
      'Cargo.toml': manifest('taker', '0.1.0', 'wind-kite = { version = "1", registry = "team" }\n'),
      'src/lib.rs': '',
    });
    await expectSuccess(cargo.run(['generate-lockfile'], taker));
    expect(await expectSuccess(cargo.run(['tree'], taker))).toContain('wind-kite v1.0.0');
  });

  it('searches', async () => {
    const found = await expectSuccess(cargo.run(['search', '--registry', 'team', 'kite'], cargo.home));
    expect(found).toMatch(/wind-kite = "1\.\d\.0" +# For a test/);
  });
});
