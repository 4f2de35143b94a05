#!/usr/bin/env node
import { run } from './commands/run.ts';
import { KitError } from './KitError.ts';

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof KitError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
