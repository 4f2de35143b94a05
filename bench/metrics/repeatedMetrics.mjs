// A copy of the built platform that counts each request and each use of a cache many times.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const build = fileURLToPath(new URL('../../platform/build/', import.meta.url));

/** Beginnings of the counting functions, and what calls the rest of each function `times` times. */
const counting = [
  [
    /function (countRequests\d*)\((\w+)\) \{/g,
    // The hooks are added before the metrics, which are rejected when they are added again.
    (times, name, app) =>
      `function ${name}(${app}) {
  ${name}Once(${app});
  for (let at = 1; at < ${times}; at += 1) try { ${name}Once(${app}); } catch {}
}
function ${name}Once(${app}) {`,
  ],
  [
    /\bcount\(isHit\) \{/g,
    (times) =>
      `count(isHit) { for (let at = 0; at < ${times}; at += 1) this.countOnce(isHit); }\n  countOnce(isHit) {`,
  ],
];

/**
 * Returns the path of the copy's server, and a function that deletes the copy. It is next to the
 * build, because the server finds its files from there. Throws if the build has other functions.
 */
export function repeatedMetrics(times) {
  const copy = join(build, '..', `build-with-repeated-metrics-${process.pid}`);
  const remove = () => rmSync(copy, { recursive: true, force: true });
  process.once('exit', remove);
  cpSync(build, copy, { recursive: true });
  const found = counting.map(() => 0);
  for (const name of readdirSync(copy).filter((file) => file.endsWith('.js'))) {
    const path = join(copy, name);
    const before = readFileSync(path, 'utf8');
    const after = counting.reduce(
      (text, [beginning, repeat], at) =>
        text.replace(beginning, (_match, ...groups) => {
          found[at] += 1;
          return repeat(times, ...groups);
        }),
      before,
    );
    if (after !== before) writeFileSync(path, after);
  }
  if (found.some((count) => count !== 1))
    throw new Error(`The build has ${found.join(', ')} of the counting functions, expected one of each.`);
  return { program: join(copy, 'server.js'), remove };
}
