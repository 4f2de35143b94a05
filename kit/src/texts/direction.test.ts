import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const rooms = ['shell', 'ui', ...readdirSync(`${root}plugins`).map((name) => `plugins/${name}`)];
/** CSS properties with physical instead of logical directions. */
const PHYSICAL =
  /(?<![\w-])(?:(?:margin|padding|border)-(?:left|right)|left|right)(?:-\w+)*\s*:|(?:text-align|float): (?:left|right)/;
/** Shorthands with four lengths whose second and fourth differ. */
const UNEQUAL = /(?:margin|padding|inset): (\S+) (\S+) (\S+) (?!\2;)(\S+);/;

it.each(rooms)('stylesheets of %s support right-to-left languages', (room) => {
  const found = readdirSync(`${root}${room}/src`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) =>
      readFileSync(`${root}${room}/src/${name}`, 'utf8')
        .split('\n')
        .filter((line) => PHYSICAL.test(line) || UNEQUAL.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
