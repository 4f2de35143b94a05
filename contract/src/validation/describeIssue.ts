import type { BaseIssue } from 'valibot';
import { shown } from './shown.ts';

/** `Plugin "x": contributions.routes[0].path: found "y", expected …` */
export function describeIssue(plugin: string, issue: BaseIssue<unknown>): string {
  const fields = (issue.path ?? []).map(({ key }) =>
    typeof key === 'number' ? `[${key}]` : `.${String(key)}`,
  );
  const field = fields.join('').replace(/^\./, '') || 'it';
  const ofObject = issue.kind === 'schema' && issue.type.endsWith('object') && fields.length > 0;
  const unknown = ofObject && issue.expected === 'never';
  const missing = ofObject && issue.input === undefined && !unknown;
  const found = missing ? 'nothing' : unknown ? 'a field of that name' : shown(issue.input);
  const expected = unknown
    ? 'none: the contract knows no such field'
    : missing
      ? 'it to be given'
      : issue.message;
  return `Plugin "${plugin}": ${field}: found ${found}, expected ${expected}`;
}
