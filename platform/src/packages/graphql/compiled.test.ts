import { execute, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compiled } from './compiled.ts';
import { schema } from './schema.ts';

const node = (name: string) => ({
  id: `npm://${name}`,
  name,
  packageType: 'npm',
  description: name === 'bare' ? null : `About "${name}" \u2028 é`,
  created: '2024-01-01T00:00:00.000Z',
  modified: '2024-01-02T00:00:00.000Z',
  latestVersion: null,
  versionsCount: 3,
  tags: name === 'bare' ? [] : ['one', 'two'],
  licenses: [{ name: 'MIT', source: 'package' }],
  stats: { downloads: 2 ** 40, followers: 0 },
  vulnerabilities: null,
  operationalRisk: null,
});
const connection = {
  edges: ['bare', 'full'].map((name) => ({ node: node(name), cursor: () => `c-${name}` })),
  pageInfo: { hasNextPage: false, endCursor: null, capped: false, totalCount: null },
};

/** The same schema with a fixed result instead of storage, and the arguments it received. */
async function both(text: string, variables: Record<string, unknown> = {}) {
  const asked: unknown[] = [];
  const field = schema.getQueryType()?.getFields().packages;
  if (!field) throw new Error('The schema has no packages');
  const real = field.resolve;
  field.resolve = (_root, args) => {
    asked.push(args);
    return Promise.resolve(connection);
  };
  try {
    const document = parse(text);
    const contextValue = { view: {} };
    const read = await execute({ schema, document, contextValue, variableValues: variables });
    const run = await compiled(document)(undefined, contextValue as never, variables);
    const plain = (value: unknown) => JSON.parse(JSON.stringify(value ?? null));
    return { read: plain(read), run: plain(run), asked: plain(asked) };
  } finally {
    if (real) field.resolve = real;
  }
}

describe('a compiled document', () => {
  it.each<[string, string, Record<string, unknown>?]>([
    [
      'every field',
      `{ packages(filter: {}) { edges { cursor node { id name packageType description created modified latestVersion
        versionsCount tags licenses { name source } stats { downloads followers } vulnerabilities { critical }
        operationalRisk { riskLevel } } } pageInfo { hasNextPage endCursor capped totalCount } } }`,
    ],
    ['aliases', '{ a: packages(filter: {}) { e: edges { n: node { x: name y: name } } } __typename }'],
    [
      'fragments',
      `query { packages(filter: {}) { ...Page } } fragment Page on PackageConnection { edges { node { ...Node
        ... on Package { tags } } } } fragment Node on Package { name stats { downloads } __typename }`,
    ],
    [
      'a skipped field',
      'query ($no: Boolean!) { packages(filter: {}) { edges { node { name tags @include(if: $no) id @skip(if: $no) } } } }',
      { no: false },
    ],
    [
      'an included field',
      'query ($yes: Boolean!) { packages(filter: {}) { edges { node { name ...T @include(if: $yes) } } } } fragment T on Package { tags }',
      { yes: true },
    ],
    [
      'variables and their defaults',
      'query ($filter: PackageFilter = {name: "a*"}, $first: Int = 7, $orderBy: PackageOrder) { packages(filter: $filter, first: $first, orderBy: $orderBy) { edges { cursor } } }',
      { orderBy: { field: 'NAME' } },
    ],
    [
      'a filter with dates, lists, and a single value as a list',
      'query ($filter: PackageFilter!) { packages(filter: $filter) { edges { cursor } } }',
      { filter: { createdMin: '2024-01-01', tags: ['a', 'b'], licenses: 'MIT', versionCountMin: 1 } },
    ],
    [
      'the same list twice',
      '{ a: packages(filter: {name: "a"}) { edges { cursor } } b: packages(filter: {name: "b"}, first: 2) { edges { cursor } } }',
    ],
  ])('runs %s like the reference implementation', async (_what, text, variables) => {
    const { read, run, asked } = await both(text, variables);
    expect(read.errors).toBeUndefined();
    expect(run).toEqual(read);
    expect(asked.slice(asked.length / 2)).toEqual(asked.slice(0, asked.length / 2));
  });

  it.each<[string, string, Record<string, unknown>]>([
    [
      'a missing variable',
      'query ($filter: PackageFilter!) { packages(filter: $filter) { edges { cursor } } }',
      {},
    ],
    [
      'a wrong type',
      'query ($first: Int) { packages(filter: {}, first: $first) { edges { cursor } } }',
      { first: 'x' },
    ],
    [
      'an unknown field',
      'query ($filter: PackageFilter!) { packages(filter: $filter) { edges { cursor } } }',
      { filter: { nme: 'a' } },
    ],
    [
      'an unknown order',
      'query ($orderBy: PackageOrder) { packages(filter: {}, orderBy: $orderBy) { edges { cursor } } }',
      { orderBy: { field: 'SIZE' } },
    ],
  ])('rejects %s like the reference implementation', async (_what, text, variables) => {
    const { read, run, asked } = await both(text, variables);
    expect(read.errors).toHaveLength(1);
    expect(run.errors).toHaveLength(1);
    expect(asked).toEqual([]);
  });
});
