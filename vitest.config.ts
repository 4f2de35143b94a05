import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './vitest.order.ts';

// Tests of components (`*.test.tsx`) and of other code that needs a document (`*.dom.test.ts`) run
// in jsdom, the rest in Node.
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
/**
 * `npm test` tries some inputs, `npm run test:full` tries all: see `platform/src/testing/full.ts`.
 */
const withMoreInputs = ['{fuzz,matrix,Glob,unreadBodies}.test.ts'];
const serverSuites = isFullRun ? ['*.full.test.ts', ...withMoreInputs] : ['*.test.ts'];
const consoleDirectories = ['ui', 'shell', 'root-config', 'plugins/*'];
const needsDocument = ['*.test.tsx', '*.dom.test.ts'];

/** Modules that Vite would resolve differently. */
const asNodeFinds = [
  // Our code and the libraries it calls share one: two could not share a schema.
  { find: /^graphql$/, replacement: 'graphql/index.js' },
];

const project = (
  name: string,
  environment: 'jsdom' | 'node',
  directories: string[],
  suites: string[],
  { globalSetup = [], apart = [], isolate = true }: Options = {},
) => ({
  resolve: {
    conditions: [...conditions, 'module', 'browser', 'development|production', 'default'],
    alias: environment === 'node' ? asNodeFinds : [],
  },
  // Node gets these conditions too, and modules for bundlers are not always valid in Node.
  ssr: {
    resolve: {
      conditions: [
        ...conditions,
        'node',
        ...(environment === 'node' ? [] : ['module']),
        'development|production',
        'default',
      ],
    },
  },
  test: {
    name,
    environment,
    globalSetup,
    setupFiles: ['./vitest.waits.ts', ...(environment === 'jsdom' ? ['./vitest.screens.ts'] : [])],
    include: directories.flatMap((directory) => suites.map((suite) => `${directory}/src/**/${suite}`)),
    exclude: isFullRun ? apart : [...apart, ...fullOnly],
    isolate,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    restoreMocks: true,
  },
});

/**
 * Fail in a document that an earlier file used: sessions keep listening to other tabs after a test.
 */
const needOwnDocument = ['shell/src/session/*.dom.test.ts'];
const ownDocument = project('isolated screens', 'jsdom', [], []);

const testServer = ['platform/src/testing/testServer.ts'];
const release = ['kit/src/testing/builtRelease.ts'];
/** What ends and starts processes, and looks at what is left of them. */
const ofProcesses = [
  'src/{server,bundle}.full.test.ts',
  'src/watchdog/*.test.ts',
  'src/{storage,database,blobs}/**/*.test.ts',
  'durability/*.test.ts',
].map((path) => `platform/${path}`);
const processes = project('processes', 'node', [], [], { globalSetup: testServer });
const processSuites = isFullRun
  ? ofProcesses.map((path) => path.replace('*.test', '*.full.test'))
  : ofProcesses;

export default defineConfig({
  test: {
    // One more than processors, because tests wait: for the database, and for servers that start.
    maxWorkers: availableParallelism() + 1,
    ...(isFullRun ? { sequence: { sequencer: SlowFirst } } : {}),
    // Projects have modules in common, and so have `npm test` and `npm run test:full`.
    experimental: { fsModuleCache: true },
    projects: [
      ...(isFullRun
        ? [project('node', 'node', ['kit'], ['*.full.test.ts'], { globalSetup: release })]
        : [
            // Building a document and reading the modules takes longer than the tests: each worker
            // does it once.
            project('screens', 'jsdom', consoleDirectories, needsDocument, {
              apart: needOwnDocument,
              isolate: false,
            }),
            { ...ownDocument, test: { ...ownDocument.test, include: needOwnDocument } },
            project('logic', 'node', consoleDirectories, ['*.test.ts'], {
              apart: needsDocument.map((suite) => `**/${suite}`),
              isolate: false,
            }),
            project('node', 'node', ['contract', 'kit'], ['*.test.{ts,tsx}']),
          ]),
      // The server's modules are many, and hold nothing from one test to the next: each worker
      // reads them once.
      project('platform', 'node', ['platform'], serverSuites, {
        globalSetup: testServer,
        apart: ofProcesses,
        isolate: false,
      }),
      { ...processes, test: { ...processes.test, include: processSuites, passWithNoTests: true } },
    ],
  },
});
