import type { SimpleFile, SimpleProject } from './SimpleProject.ts';

const apiVersion = '1.1';

/** The URL of the file relative to its project's page. */
function hrefOf(project: string, { filename }: SimpleFile): string {
  return `../../packages/${encodeURIComponent(project)}/${encodeURIComponent(filename)}`;
}

export function projectJson({ name, versions, files }: SimpleProject): string {
  return JSON.stringify({
    meta: { 'api-version': apiVersion },
    name,
    versions,
    files: files.map((file) => {
      const { filename, hashes, requiresPython, size, uploaded, yanked, metadata } = file;
      const known = metadata && (metadata.sha256 === undefined ? true : { sha256: metadata.sha256 });
      return {
        filename,
        url: hrefOf(name, file),
        hashes,
        ...(requiresPython === undefined ? {} : { 'requires-python': requiresPython }),
        ...(size === undefined ? {} : { size }),
        ...(uploaded === undefined ? {} : { 'upload-time': uploaded }),
        yanked: yanked === undefined ? false : yanked || true,
        'core-metadata': known ?? false,
        // The original name of this attribute in PEP 658.
        'data-dist-info-metadata': known ?? false,
      };
    }),
  });
}

export function projectHtml(project: SimpleProject): string {
  const title = `Links for ${escaped(project.name)}`;
  return page(
    title,
    `<h1>${title}</h1>\n${project.files.map((file) => anchor(project.name, file)).join('\n')}\n`,
  );
}

function anchor(name: string, file: SimpleFile): string {
  const { filename, hashes, requiresPython, yanked, metadata } = file;
  const algorithm = ['sha256', ...Object.keys(hashes)].find((each) => hashes[each]);
  const fragment = algorithm ? `#${algorithm}=${hashes[algorithm]}` : '';
  const known = metadata && (metadata.sha256 === undefined ? 'true' : `sha256=${metadata.sha256}`);
  const attributes = Object.entries({
    href: `${hrefOf(name, file)}${fragment}`,
    'data-requires-python': requiresPython,
    'data-dist-info-metadata': known,
    'data-core-metadata': known,
    'data-yanked': yanked,
  }).flatMap(([key, value]) => (value === undefined ? [] : [`${key}="${escaped(value)}"`]));
  return `<a ${attributes.join(' ')}>${escaped(filename)}</a><br/>`;
}

export function rootJson(names: readonly string[]): string {
  return JSON.stringify({ meta: { 'api-version': apiVersion }, projects: names.map((name) => ({ name })) });
}

export function rootHtml(names: readonly string[]): string {
  const links = names.map((name) => `<a href="${encodeURIComponent(name)}/">${escaped(name)}</a><br/>`);
  return page('Simple index', `${links.join('\n')}\n`);
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html>
<html>
<head><meta charset="utf-8"><meta name="pypi:repository-version" content="${apiVersion}"><title>${title}</title></head>
<body>
${body}</body>
</html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}
