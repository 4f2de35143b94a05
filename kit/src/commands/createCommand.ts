import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { createPlugin } from '../create/createPlugin.ts';
import { KitError } from '../KitError.ts';

export async function createCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { packages: { type: 'string' } },
  });
  const [name, folder] = positionals;
  if (name === undefined) throw new KitError('The name of the plugin is missing: lading-kit create NAME.');
  const created = await createPlugin({
    name,
    ...(folder ? { folder } : {}),
    ...(values.packages ? { packages: values.packages } : {}),
  });
  const place = relative(process.cwd(), created.folder) || '.';
  console.log(
    `${created.packageName} is in ${place}. Go on with:\n  cd ${place}\n  npm install\n  npm test\n  npm run dev`,
  );
}
