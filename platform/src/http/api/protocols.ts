/**
 * Protocols of package managers, with their specifications. Their calls are not part of the
 * platform's own API.
 */
const protocols = [
  ['npm', '/artifactory/api/npm/{repo}', 'https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md'],
  ['docker', '/v2', 'https://github.com/opencontainers/distribution-spec/blob/main/spec.md'],
  ['maven', '/artifactory/{repo}', 'https://maven.apache.org/repositories/layout.html'],
  [
    'pypi',
    '/artifactory/api/pypi/{repo}',
    'https://packaging.python.org/en/latest/specifications/simple-repository-api/',
  ],
  ['cargo', '/artifactory/api/cargo/{repo}', 'https://doc.rust-lang.org/cargo/reference/registries.html'],
  ['go', '/artifactory/api/go/{repo}', 'https://go.dev/ref/mod#goproxy-protocol'],
  ['nuget', '/artifactory/api/nuget/v3/{repo}', 'https://learn.microsoft.com/en-us/nuget/api/overview'],
  ['helm', '/artifactory/api/helm/{repo}', 'https://helm.sh/docs/topics/chart_repository/'],
  ['generic', '/artifactory/{repo}', 'https://www.rfc-editor.org/rfc/rfc9110'],
] as const;

export const protocolTags = protocols.map(([type, path, url]) => ({
  name: `Protocol: ${type}`,
  description: `Package manager protocol under \`${path}\`.`,
  externalDocs: { url, description: 'Specification' },
}));
