import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StubFiles, stubFiles } from '../../plainFiles/testing/stubFiles.ts';
import { selfSigned } from '../../secrets/selfSigned.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { moduleZip, type SampleModule } from './testing/samples.ts';

const installed = (() => {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

let platform: TestPlatform;
let upstream: StubFiles;
let home: string;
beforeAll(async () => {
  upstream = await stubFiles();
  home = await mkdtemp(join(tmpdir(), 'lading-go-'));
  const { cert, key } = selfSigned();
  await writeFile(join(home, 'cert.pem'), cert);
  await writeFile(join(home, 'key.pem'), key);
  // The client sends a password only over TLS.
  platform = await testPlatform({
    listen: true,
    env: {
      LADING_ALLOWED_NETWORKS: '127.0.0.0/8',
      LADING_TLS_CERT: join(home, 'cert.pem'),
      LADING_TLS_KEY: join(home, 'key.pem'),
    },
  });
  await signIn(platform.adminPassword);
  await repository('go-local', { rclass: 'local' });
  await repository('go-remote', { rclass: 'remote', url: upstream.url });
  await repository('go', {
    rclass: 'virtual',
    repositories: ['go-local', 'go-remote'],
    defaultDeploymentRepo: 'go-local',
  });
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
  // The client makes its module cache read-only.
  if (home && installed) await go('.', ['clean', '-modcache']).catch(() => undefined);
  await rm(home, { recursive: true, force: true });
});

function signIn(password: string): Promise<void> {
  return writeFile(join(home, '.netrc'), `machine 127.0.0.1 login admin password ${password}\n`);
}

async function put(url: string, payload: string | Buffer | object): Promise<void> {
  const headers = { authorization: platform.adminAuth };
  const answer = await platform.app.inject({ method: 'PUT', url, headers, payload });
  expect([url, answer.statusCode, answer.body]).toEqual([url, 201, expect.any(String)]);
}

function repository(key: string, configuration: object): Promise<void> {
  return put(`/artifactory/api/repositories/${key}`, { packageType: 'go', ...configuration });
}

async function publish(sample: SampleModule): Promise<void> {
  const { module, version } = sample;
  const files = {
    info: JSON.stringify({ Version: version, Time: '2026-02-03T04:05:06Z' }),
    mod: sample.goMod ?? `module ${module}\n\ngo 1.19\n`,
    zip: moduleZip(sample),
  };
  for (const [kind, body] of Object.entries(files)) {
    const path = `${module.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`)}/@v/${version}.${kind}`;
    await put(`/artifactory/api/go/go/${path}`, body);
  }
}

function go(folder: string, args: string[]): Promise<{ code: number; output: string }> {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    GOPATH: join(home, 'path'),
    // Shares the compiled standard library between runs.
    GOCACHE: join(tmpdir(), 'lading-go-build'),
    GOPROXY: `${platform.baseUrl}/artifactory/api/go/go`,
    SSL_CERT_FILE: join(home, 'cert.pem'),
    GOSUMDB: 'off',
    GOFLAGS: '-mod=mod',
    CGO_ENABLED: '0',
  };
  return new Promise((resolve) => {
    execFile('go', args, { cwd: join(home, folder), env, timeout: 200_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
}

describe.skipIf(!installed)('the go command', () => {
  it('gets, builds, and updates local modules and modules of an upstream', {
    timeout: 120_000,
  }, async () => {
    const hello = 'lading.example/Hello/world';
    const source = (text: string) => ({
      'hello.go': `package world\n\nimport "upstream.example/words/v2"\n\nfunc Text() string { return "${text} " + words.Of() }\n`,
    });
    const words = { module: 'upstream.example/words/v2', version: 'v2.1.0' };
    const wordsFiles = { 'words.go': 'package words\n\nfunc Of() string { return "world" }\n' };
    upstream.files.set('upstream.example/words/v2/@v/list', 'v2.0.0\nv2.1.0\n');
    upstream.files.set('upstream.example/words/v2/@v/v2.1.0.info', JSON.stringify({ Version: 'v2.1.0' }));
    upstream.files.set(
      'upstream.example/words/v2/@v/v2.1.0.mod',
      'module upstream.example/words/v2\n\ngo 1.19\n',
    );
    upstream.files.set('upstream.example/words/v2/@v/v2.1.0.zip', moduleZip({ ...words, files: wordsFiles }));

    const goMod = `module ${hello}\n\ngo 1.19\n\nrequire upstream.example/words/v2 v2.1.0\n`;
    await publish({ module: hello, version: 'v1.0.0', goMod, files: source('hello') });
    await mkdir(join(home, 'app'));
    await writeFile(join(home, 'app', 'go.mod'), 'module lading.example/app\n\ngo 1.19\n');
    await writeFile(
      join(home, 'app', 'main.go'),
      `package main\n\nimport hello "${hello}"\n\nfunc main() { println(hello.Text()) }\n`,
    );
    const got = await go('app', ['get', `${hello}@latest`]);
    expect(got).toMatchObject({ code: 0, output: expect.stringContaining(`added ${hello} v1.0.0`) });
    const ran = await go('app', ['run', '.']);
    expect(ran).toMatchObject({ code: 0, output: expect.stringContaining('hello world') });

    await publish({ module: hello, version: 'v1.1.0', goMod, files: source('good morning') });
    expect((await go('app', ['list', '-m', '-versions', hello])).output.trim()).toBe(
      `${hello} v1.0.0 v1.1.0`,
    );
    expect(await go('app', ['get', '-u', './...'])).toMatchObject({ code: 0 });
    expect((await go('app', ['run', '.'])).output).toContain('good morning world');
    const all = await go('app', ['mod', 'download', '-json']);
    expect(all).toMatchObject({ code: 0, output: expect.stringContaining('"Version": "v1.1.0"') });

    const unknown = await go('app', ['get', 'lading.example/nothing@v1.0.0']);
    expect(unknown.code).not.toBe(0);
    expect(unknown.output).toContain('not found: lading.example/nothing@v1.0.0 is not in go');
    await signIn('a wrong password');
    const stranger = await go('app', ['get', `${hello}@v1.0.0-none`]);
    expect([stranger.code, stranger.output]).toEqual([1, expect.stringContaining('401 Unauthorized')]);
  });
});
