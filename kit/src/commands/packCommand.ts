import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPlugin } from '../plugin/buildPlugin.ts';
import { packPlugin } from '../plugin/packPlugin.ts';
import { sign } from './signCommand.ts';

/** Builds the plugin, signs it if a key is given, and creates the tarball. Throws `KitError`. */
export async function packCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { key: { type: 'string' }, sign: { type: 'boolean' } },
  });
  const folder = positionals[0] ?? '.';
  const built = await buildPlugin(folder);
  if (values.key !== undefined || values.sign) await sign(folder, values.key);
  const file = relative(process.cwd(), await packPlugin(built));
  const { name, packageName, version } = built.described;
  console.log(`${packageName} ${version} is in ${file}. Publish it to the platform as an administrator:`);
  console.log(
    `  npm publish ${file.startsWith('.') ? file : `./${file}`} --registry ADDRESS/artifactory/api/npm/plugins-local/`,
  );
  console.log("and add it to importmap.json in the platform's data directory:");
  console.log(`  { "imports": { "${packageName}": "/ui/plugins/${name}/${version}/plugin.js" } }`);
}
