import type { GitFinding } from '@lading/contract/rest';
import type { Watch } from './watches.ts';

const levels = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
  unknown: 'warning',
};
/** Scores that GitHub sorts alerts by. */
const scores = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.0', info: '0.0', unknown: '0.0' };

/** Returns the findings as SARIF 2.1.0, which code scanning of Git servers and editors read. */
export function sarifOf({ head }: Pick<Watch, 'head'>, findings: readonly GitFinding[]) {
  const advisories = [...new Map(findings.map((finding) => [finding.advisory, finding])).values()];
  const indexes = new Map(advisories.map(({ advisory }, index) => [advisory, index]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Lading',
            rules: advisories.map(({ advisory, title, url, severity }) => ({
              id: advisory,
              shortDescription: { text: title || advisory },
              ...(url === '' ? {} : { helpUri: url }),
              properties: { 'security-severity': scores[severity], tags: ['security'] },
            })),
          },
        },
        ...(head === null ? {} : { automationDetails: { id: `lading/${head}` } }),
        results: findings.map(({ path, name, version, advisory, title, severity, fixed }) => ({
          ruleId: advisory,
          ruleIndex: indexes.get(advisory) ?? 0,
          level: levels[severity],
          message: {
            text: `${name} ${version}: ${title || advisory}. ${fixed === undefined ? 'No fixed version is known.' : `Fixed in ${fixed}.`}`,
          },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
                region: { startLine: 1 },
              },
            },
          ],
          partialFingerprints: { 'lading/v1': `${path}:${name}:${version}:${advisory}` },
        })),
      },
    ],
  };
}
