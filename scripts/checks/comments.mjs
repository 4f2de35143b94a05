// Checks that comments have at most 100 characters a line.
// `node scripts/checks/comments.mjs [other/root]`
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const maxLength = 100;
const sources = /\.(?:tsx?|mjs|css)$/;
const foreign = /^(?:node_modules|dist|build|\..*)$/;
/** Lines that must not be wrapped: directives, lines without a space, and indented examples. */
const whole = /^\s*(?:\/\/ biome-ignore|\/\* biome-ignore|(?:\/\/|\*) \S+$|(?:\/\/|\*) {3,})/;

/** Returns one sentence for each line that is too long. `root` is the repository. */
export function findLongComments(root) {
  return filesIn(root, root).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        line.length > maxLength && /^\s*(?:\/\/|\/?\*)/.test(line) && !whole.test(line)
          ? [`${file}:${at + 1}: the comment has ${line.length} characters. Wrap it at ${maxLength}.`]
          : [],
      ),
  );
}

function filesIn(root, folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !foreign.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(root, path);
      return entry.isFile() && sources.test(entry.name) ? [relative(root, path).split(sep).join('/')] : [];
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = process.argv[2] ?? fileURLToPath(new URL('../../', import.meta.url));
  const faults = findLongComments(root);
  for (const each of faults) console.error(each);
  if (faults.length > 0) process.exitCode = 1;
}
