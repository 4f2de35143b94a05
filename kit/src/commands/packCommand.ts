import { relative } from 'node:path';
import { buildPlugin } from '../plugin/buildPlugin.ts';
import { packPlugin } from '../plugin/packPlugin.ts';

export async function packCommand(folder: string): Promise<void> {
  const built = await buildPlugin(folder);
  const file = relative(process.cwd(), await packPlugin(built));
  const { name, packageName, version } = built.described;
  console.log(`${packageName} ${version} is in ${file}. Publish it to the platform as an administrator:`);
  console.log(
    `  npm publish ${file.startsWith('.') ? file : `./${file}`} --registry ADDRESS/artifactory/api/npm/plugins-local/`,
  );
  console.log("and add it to importmap.json in the platform's data directory:");
  console.log(`  { "imports": { "${packageName}": "/ui/plugins/${name}/${version}/plugin.js" } }`);
}
