#!/usr/bin/env node
// The program of the package create-lading-plugin, which scripts/pack.mjs bundles from here.
import { KitError } from '../KitError.ts';
import { createCli } from './createCli.ts';

try {
  await createCli(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof KitError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
