import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { afterAll, beforeAll, expect, it } from 'vitest';

const room = fileURLToPath(new URL('..', import.meta.url));
const kept = join(room, 'contract.api.md');
const work = mkdtempSync(join(tmpdir(), 'lading-api-'));

beforeAll(() => {
  const tsc = join(room, '../node_modules/.bin/tsc');
  const { status, stdout } = spawnSync(tsc, ['--build', room], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The contract does not compile:\n${stdout}`);
});

afterAll(() => rmSync(work, { recursive: true, force: true }));

it('has an up-to-date API report of the public contract', () => {
  expect(
    report(),
    'The public contract has changed. If that is meant, run "LADING_API_REPORT=write npx vitest run contract/src/apiReport.test.ts", ' +
      'raise CONTRACT_VERSION as the change asks for, and commit contract/contract.api.md with it.',
  ).toBe(readFileSync(kept, 'utf8'));
});

/** Returns the report of the current `dist`. */
function report(): string {
  const configObjectFullPath = join(room, 'api-extractor.json');
  const configObject = ExtractorConfig.loadFile(configObjectFullPath);
  mkdirSync(join(work, 'report'));
  const config = ExtractorConfig.prepare({
    configObject: {
      ...configObject,
      projectFolder: room,
      apiReport: {
        enabled: true,
        reportFileName: 'contract.api.md',
        reportFolder: join(work, 'report'),
        reportTempFolder: join(work, 'temp'),
      },
    },
    configObjectFullPath,
    packageJsonFullPath: join(room, 'package.json'),
  });
  const problems: string[] = [];
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel === 'error') problems.push(message.text);
      message.handled = true;
    },
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const text = readFileSync(join(work, 'report', 'contract.api.md'), 'utf8');
  if (process.env.LADING_API_REPORT === 'write') writeFileSync(kept, text);
  return text;
}
