import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// A folder's tests run where its code runs: the screens in jsdom, the rest in Node.
const conditions = ['@lading/source'];
interface Options {
  globalSetup?: string[];
  /** Tests of these folders that run in another project. */
  apart?: string[];
  /** Whether each file has its modules to itself. */
  isolate?: boolean;
}
/** `npm run test:full` runs only what `npm test` leaves out. */
const isFullRun = process.env.LADING_TEST_FULL === '1';
/** Slow by nature: package managers, kills, conformance. */
const fullOnly = ['**/*.full.test.ts'];
/** `npm test` tries some inputs, `npm run test:full` tries all: see `platform/src/testing/full.ts`. */
const withMoreInputs = ['{fuzz,matrix,Glob,unreadBodies}.test.ts'];
const suites = isFullRun ? ['*.full.test.ts', ...withMoreInputs] : ['*.test.{ts,tsx}'];

const project = (
  name: string,
  environment: 'jsdom' | 'node',
  folders: string[],
  { globalSetup = [], apart = [], isolate = true }: Options = {},
) => ({
  resolve: {
    conditions: [...conditions, 'module', 'browser', 'development|production', 'default'],
    // As Node finds it, so that our code and the libraries it calls share one: two could not share a schema.
    alias: environment === 'node' ? [{ find: /^graphql$/, replacement: 'graphql/index.js' }] : [],
  },
  ssr: { resolve: { conditions: [...conditions, 'node', 'module', 'development|production', 'default'] } },
  test: {
    name,
    environment,
    globalSetup,
    setupFiles: environment === 'jsdom' ? ['./vitest.screens.ts'] : [],
    include: folders.flatMap((folder) => suites.map((suite) => `${folder}/src/**/${suite}`)),
    exclude: isFullRun ? apart : [...apart, ...fullOnly],
    isolate,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});

const testServer = ['platform/src/testing/testServer.ts'];
/** What ends and starts processes, and looks at what is left of them. */
const ofProcesses = [
  'server.test.ts',
  'watchdog/watchdog.test.ts',
  'bundle.test.ts',
  'durability/**/*.test.ts',
  '{storage,database,blobs}/**/*.test.ts',
].map((path) => `platform/src/${path}`);
const processes = project('processes', 'node', [], { globalSetup: testServer });
const processSuites = isFullRun
  ? ofProcesses.filter((path) => path.includes('**')).map((path) => path.replace('*.test', '*.full.test'))
  : ofProcesses;

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      project('screens', 'jsdom', ['ui', 'shell', 'root-config', 'plugins/*']),
      project('node', 'node', ['contract', 'kit']),
      // The server's modules are many, and hold nothing from one test to the next: each worker reads them once.
      project('platform', 'node', ['platform'], {
        globalSetup: testServer,
        apart: ofProcesses,
        isolate: false,
      }),
      { ...processes, test: { ...processes.test, include: processSuites, passWithNoTests: true } },
    ],
  },
});
