import { Found, fields, listOf, type Parse, type Parsed } from './Dependency.ts';

/** OSV ecosystems by type of a package URL. */
const ecosystems: Readonly<Record<string, string>> = {
  ...{ npm: 'npm', pypi: 'PyPI', maven: 'Maven', cargo: 'crates.io', golang: 'Go', nuget: 'NuGet' },
};
const maxDepth = 50;

/** CycloneDX or SPDX as JSON: components with a package URL. */
export const parseSbom: Parse = (text): Parsed => {
  const found = new Found('');
  const document = fields(JSON.parse(text));
  if (document.bomFormat === 'CycloneDX') addComponents(found, document.components, 0);
  else if (typeof document.spdxVersion === 'string') addPackages(found, document.packages);
  else throw new Error('it is neither CycloneDX nor SPDX');
  return found.parsed();
};

function addComponents(found: Found, components: unknown, depth: number): void {
  if (depth > maxDepth) throw new Error('its components are nested too deeply');
  for (const { purl, components: inner } of listOf(components)) {
    addUrl(found, purl);
    addComponents(found, inner, depth + 1);
  }
}

function addPackages(found: Found, packages: unknown): void {
  for (const { externalRefs } of listOf(packages)) {
    for (const { referenceType, referenceLocator } of listOf(externalRefs)) {
      if (referenceType === 'purl') addUrl(found, referenceLocator);
    }
  }
}

/** Adds the package of a URL such as `pkg:npm/%40acme/tea@1.0.0?arch=x`. */
function addUrl(found: Found, purl: unknown): void {
  const [, type, path, version] = /^pkg:([a-z]+)\/([^@?#]+)(?:@([^?#]+))?/i.exec(String(purl)) ?? [];
  const ecosystem = ecosystems[type?.toLowerCase() ?? ''];
  if (ecosystem === undefined || path === undefined) return;
  const parts = path.split('/').map(decode);
  const name = ecosystem === 'Maven' ? parts.join(':') : parts.join('/');
  const plain = version === undefined ? undefined : decode(version);
  found.add(name, ecosystem === 'Go' ? plain?.replace(/^v/, '') : plain, ecosystem);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
