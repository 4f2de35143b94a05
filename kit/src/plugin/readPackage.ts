import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginName } from '@lading/contract';
import { KitError } from '../KitError.ts';

/** The relevant fields of a plugin's package.json. */
export interface PluginPackage {
  /** NAME within `packageName`. */
  readonly name: string;
  readonly packageName: string;
  readonly version: string;
  readonly description: string;
  readonly license?: string;
  readonly keywords?: readonly string[];
}

const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/** Reads and checks `package.json` of the plugin in `folder`. */
export async function readPackage(folder: string): Promise<PluginPackage> {
  const found = await readJson(join(folder, 'package.json'));
  const packageName = text(found, 'name') ?? '';
  const name = pluginName(packageName);
  if (!name) {
    throw new KitError(
      `package.json: the name is ${show(packageName)}. A plugin's package is named @lading/plugin-NAME, ` +
        'lading-plugin-NAME, or @scope/lading-plugin-NAME, with lowercase letters, digits, and hyphens.',
    );
  }
  const version = text(found, 'version') ?? '';
  if (!VERSION.test(version)) {
    throw new KitError(
      `package.json: the version is ${show(version)}; a version such as "1.0.0" is expected.`,
    );
  }
  const license = text(found, 'license');
  return {
    name,
    packageName,
    version,
    description: text(found, 'description') ?? '',
    ...(license ? { license } : {}),
    ...(Array.isArray(found.keywords)
      ? { keywords: found.keywords.filter((word) => typeof word === 'string') }
      : {}),
  };
}

async function readJson(path: string): Promise<Record<string, unknown>> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    throw new KitError(`${path} cannot be read: run lading-kit in a plugin's directory.`, { cause: error });
  }
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (error) {
    throw new KitError(`${path} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  throw new KitError(`${path} is not an object.`);
}

function text(found: Record<string, unknown>, key: string): string | undefined {
  const value = found[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function show(value: string): string {
  return value === '' ? 'missing' : JSON.stringify(value);
}
