import type { ComponentIssue } from '@lading/contract/rest';
import { OutsideLink, SeverityMark, useFormats, useText, When } from '@lading/ui';
import { messages } from './messages.ts';

/** Lists the issues, highest severity first, in the order of the platform. */
export function IssueTable({ issues }: { issues: readonly ComponentIssue[] }) {
  const text = useText();
  const heads = [messages.severity, messages.vulnerability, messages.fixed, messages.published];
  return (
    <table className="scanning-table">
      <caption>{text(messages.caption, { count: issues.length })}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head.id} scope="col">
              {text(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {issues.map((issue) => (
          <Row key={issue.id} issue={issue} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ issue }: { issue: ComponentIssue }) {
  const text = useText();
  const formats = useFormats();
  const { id, title, severity, score, aliases, url, fixed, published } = issue;
  return (
    <tr>
      <td>
        <SeverityMark severity={severity} score={score === null ? undefined : formats.count(score)} />
      </td>
      <th scope="row">
        {title}
        <span className="scanning-names">
          <OutsideLink url={url}>{id}</OutsideLink>
          {aliases.length > 0 && ` · ${aliases.join(' · ')}`}
        </span>
      </th>
      <td data-label={text(messages.fixed)} className={fixed === null ? 'ld-soft' : 'ld-mono'}>
        {fixed ?? text(messages.notFixed)}
      </td>
      <td data-label={text(messages.published)}>
        <When date={published} />
      </td>
    </tr>
  );
}
