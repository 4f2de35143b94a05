// Extracts the calls that Lading makes from GitHub's published API description (MIT license), for
// the tests of the integration: node scripts/githubApi.mjs api.github.com.json
// The description is in the npm package @octokit/openapi, in generated/, which is too large for a
// dependency.
import { readFileSync, writeFileSync } from 'node:fs';

const target = new URL('../platform/src/integrations/testing/githubApi.json', import.meta.url);
const calls = [
  ['get', '/user'],
  ['get', '/user/repos'],
  ['get', '/repos/{owner}/{repo}/branches/{branch}'],
  ['get', '/repos/{owner}/{repo}/git/trees/{tree_sha}'],
  ['get', '/repos/{owner}/{repo}/contents/{path}'],
  ['post', '/repos/{owner}/{repo}/statuses/{sha}'],
];
const texts = new Set(['description', 'summary', 'externalDocs', 'title']);

const source = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const components = {};

/** Copies a value without texts, and what it refers to into `components`. */
function copy(value, isExample = false) {
  if (Array.isArray(value)) return value.map((each) => copy(each, isExample));
  if (typeof value !== 'object' || value === null) return value;
  if (!isExample && value.nullable === true && value.type === undefined) {
    // Allowed by OpenAPI 3.0, but not by validators of JSON Schema.
    const { nullable: _nullable, ...rest } = value;
    return { anyOf: [copy(rest), { enum: [null] }] };
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, content]) => isExample || !(texts.has(name) && typeof content === 'string'))
      .filter(([name]) => isExample || (!name.startsWith('x-') && (name !== 'example' || value.$ref)))
      .map(([name, content]) => {
        if (name === '$ref' && typeof content === 'string') take(content);
        return [name, copy(content, isExample || name === 'value')];
      }),
  );
}

function take(reference) {
  const [, , kind, name] = reference.split('/');
  components[kind] ??= {};
  if (components[kind][name]) return;
  components[kind][name] = {};
  components[kind][name] = copy(source.components[kind][name], kind === 'examples');
}

const paths = {};
for (const [method, path] of calls) {
  const { parameters, requestBody, responses } = source.paths[path][method];
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2'));
  paths[path] = {
    ...paths[path],
    [method]: copy({
      parameters,
      ...(requestBody ? { requestBody } : {}),
      responses: { [status]: { content: answer.content } },
    }),
  };
}
const { version } = source.info;
writeFileSync(target, `${JSON.stringify({ version, paths, components }, null, 1)}\n`);
