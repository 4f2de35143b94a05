/**
 * A layer with twelve programs `usr/bin/tool-1` to `tool-12` and a link `usr/bin/sh`, compressed by
 * zstd 1.5 at level 19.
 */
export const zstandardSample = Buffer.from(
  'KLUv/WQAT90JAKKOIxWQTQeEWJkB+j9pTW4pZcqI/fpX3gEqE+EBLXFlHtp3szxiumH+626FhqZS1ZWwDta0Litaz2rWW21V' +
    'VuId3nzXi++99v71q17CHdx0l4vuuebetatcokOzq9ir9bVqunyi75aBpWmgfz0zeewWGMWw5TwR/pSTcECIECSoaZzUOgX0' +
    'RAmbjitVQkyVhCBSqJFJZZpmY38DUEsKSpLhQghkCN6ERCGCG4bgGYIZhsBjMn0O/wWyj5FsABlJmrkvmt0Aiucm+8oYVjrT' +
    's48F2QBSyrTbhzGwTQ7txzFAnfe0H0AYC/dpw/YDACADwGN6PkLW/cg8mQ/AIcuTpAGtHh+S7fCxrAFmgxur1l3Le2RPrQrc' +
    'BpmkZphX7Tb5BJpWE5IpUyIPeJEpoluDPgwqyMo/xed/m9M5HweBlq8=',
  'base64',
);
