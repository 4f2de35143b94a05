import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const rooms = ['shell', 'ui', ...readdirSync(`${root}plugins`).map((name) => `plugins/${name}`)];
/** Properties that name a side of the screen in the place of a line's beginning or end. */
const PHYSICAL =
  /(?<![\w-])(?:(?:margin|padding|border)-(?:left|right)|left|right)(?:-\w+)*\s*:|(?:text-align|float): (?:left|right)/;
/** Four lengths of which the second and the fourth differ. */
const UNEQUAL = /(?:margin|padding|inset): (\S+) (\S+) (\S+) (?!\2;)(\S+);/;

it.each(rooms)('stylesheets of %s hold from right to left too', (room) => {
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
