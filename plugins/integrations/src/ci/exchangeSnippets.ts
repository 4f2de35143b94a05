import type { OidcProviderDetails } from '@lading/contract/rest';
import type { CodeTab } from '@lading/ui/display';

const GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token';

/**
 * Returns steps for GitHub Actions, GitLab CI/CD, and Jenkins that exchange the ID token of a
 * job.
 */
export function exchangeSnippets(
  { name, audience, provider_type }: Pick<OidcProviderDetails, 'name' | 'audience' | 'provider_type'>,
  baseUrl: string,
): CodeTab[] {
  const url = `${baseUrl}/access/api/v1/oidc/token`;
  const all = [
    { key: 'GitHub', label: 'GitHub Actions', code: githubActions(url, name, audience) },
    { key: 'GitLab', label: 'GitLab CI/CD', code: gitlab(url, name, audience) },
    { key: 'Generic', label: 'Jenkins', code: jenkins(url, name) },
  ];
  return all.sort((one, other) => Number(other.key === provider_type) - Number(one.key === provider_type));
}

/** Reads the token from the response with sed, because jq is not installed everywhere. */
function exchange(url: string, provider: string, variable: string): string[] {
  const body = `{\\"grant_type\\":\\"${GRANT}\\",\\"subject_token_type\\":\\"${ID_TOKEN}\\",\\"provider_name\\":\\"${provider}\\",\\"subject_token\\":\\"$${variable}\\"}`;
  return [
    `ANSWER=$(curl -sS --fail-with-body -H 'Content-Type: application/json' ${url} -d "${body}")`,
    `LADING_TOKEN=$(printf '%s' "$ANSWER" | sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')`,
  ];
}

const indent = (lines: readonly string[], width: number) =>
  lines.map((line) => ' '.repeat(width) + line).join('\n');

function githubActions(url: string, provider: string, audience: string): string {
  const lines = [
    `ID_TOKEN=$(curl -sS --fail -H "Authorization: Bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=${encodeURIComponent(audience)}" | sed -n 's/.*"value" *: *"\\([^"]*\\)".*/\\1/p')`,
    ...exchange(url, provider, 'ID_TOKEN'),
    'echo "::add-mask::$LADING_TOKEN"',
    'echo "LADING_TOKEN=$LADING_TOKEN" >> "$GITHUB_ENV"',
  ];
  return `permissions:
  id-token: write
  contents: read
steps:
  - name: Get a token
    run: |
${indent(lines, 6)}`;
}

function gitlab(url: string, provider: string, audience: string): string {
  return `build:
  id_tokens:
    LADING_ID_TOKEN:
      aud: ${audience}
  script:
    - |
${indent(exchange(url, provider, 'LADING_ID_TOKEN'), 6)}`;
}

/** Groovy reads backslashes in the string, so they are doubled. */
function jenkins(url: string, provider: string): string {
  const lines = exchange(url, provider, 'ID_TOKEN').map((line) => line.replaceAll('\\', '\\\\'));
  return `// Needs the plugin "OpenID Connect Provider" with a credential of the kind "OpenID Connect id token".
withCredentials([string(credentialsId: 'lading-id-token', variable: 'ID_TOKEN')]) {
  sh '''
${indent(lines, 4)}
  '''
}`;
}
