import { defineConfig } from 'vitest/config';

// A folder's tests run where its code runs: the screens in jsdom, the rest in Node.
const conditions = ['@lading/source'];
const project = (
  name: string,
  environment: 'jsdom' | 'node',
  folders: string[],
  globalSetup: string[] = [],
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
    include: folders.map((folder) => `${folder}/src/**/*.test.{ts,tsx}`),
    testTimeout: 90_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('screens', 'jsdom', ['ui', 'shell', 'root-config', 'plugins/*']),
      project('node', 'node', ['contract', 'kit']),
      project('platform', 'node', ['platform'], ['platform/src/testing/testServer.ts']),
    ],
  },
});
