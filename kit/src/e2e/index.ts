/** Helpers for tests of a plugin in a running console, with WebdriverIO: see `lading-kit e2e`. */
export { type ConsoleOptions, ConsolePage, openConsole } from './openConsole.ts';
