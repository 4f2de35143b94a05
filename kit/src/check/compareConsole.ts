import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contractHolds } from '@lading/contract';
import { missingNames, type UsedNames } from './checkPackage.ts';
import { fetchSdk } from './consoleSdk.ts';
import { typeProblems } from './typeProblems.ts';

/** Whether a plugin runs in the version of one console. */
export interface Comparison {
  readonly version: string;
  /** Version of the contract. */
  readonly contract: string;
  readonly problems: readonly string[];
  /** Whether the sources were compiled with the console's types. */
  readonly typed: boolean;
}

export interface ComparedPlugin {
  /** Directory of the plugin. */
  readonly root: string;
  /** The contract range of its manifest. */
  readonly contract: string;
  readonly used: UsedNames;
}

/** Compares what a built plugin uses with what a console serves. Throws `KitError`. */
export async function compareConsole(
  { root, contract, used }: ComparedPlugin,
  address: string,
  index: number,
): Promise<Comparison> {
  const sdk = await fetchSdk(root, address, index);
  try {
    const source = join(sdk.folder, 'node_modules/@lading/contract/dist/version.js');
    const has = /CONTRACT_VERSION = '([^']+)'/.exec(await readFile(source, 'utf8'))?.[1] ?? '';
    const types = await typeProblems(root, sdk);
    const problems = [
      ...(contractHolds(contract, has) ? [] : [`It has contract ${has}, and the plugin is for ${contract}`]),
      ...(await missingNames(sdk.folder, used)),
      ...(types ?? []),
    ];
    return { version: sdk.version, contract: has, problems, typed: types !== undefined };
  } finally {
    await sdk.remove();
  }
}
