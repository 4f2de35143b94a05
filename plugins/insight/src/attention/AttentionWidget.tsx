import { EmptyState, FetchedView, Icon, useFormats, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';
import { useWidgetData } from '../dashboard/useWidgetData.ts';
import { checkAll } from './checkAll.ts';
import { messages } from './messages.ts';
import type { Problem } from './problems.ts';

const PAGES: Record<Exclude<Problem['kind'], 'webhook'>, string> = {
  job: '/admin/monitoring/jobs',
  quota: '/admin/monitoring/storage',
  disk: '/admin/monitoring/storage',
  plugin: '/admin/monitoring/plugin-health',
  node: '/admin/monitoring/service-status',
  dependency: '/admin/monitoring/service-status',
  import: '/admin/security/advisories',
};

function pageOf(problem: Problem): string {
  if (problem.kind !== 'webhook') return PAGES[problem.kind];
  return `/admin/configuration/webhooks/edit/${encodeURIComponent(problem.name)}`;
}

/** Problems that an administrator can solve, each with a link to its page. */
export const AttentionWidget = observer(function AttentionWidget() {
  const text = useText();
  const { http } = useShell();
  const fetched = useWidgetData((signal) => checkAll(http, signal));
  return (
    <FetchedView fetched={fetched} failure={text(messages.failed)}>
      {(checked) =>
        checked && checked.problems.length + checked.unchecked.length > 0 ? (
          <ul className="ins-list">
            {checked.problems.map((problem) => (
              <ProblemRow key={JSON.stringify(problem)} problem={problem} />
            ))}
            {checked.unchecked.map(({ what, cause }) => (
              <li key={what.id} className="ins-problem">
                <Icon name="warning" />
                {text(messages.unchecked, { what: text(what), cause })}
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState icon="checkCircle" what={text(messages.none)} more={text(messages.noneMore)} />
        )
      }
    </FetchedView>
  );
});

function ProblemRow({ problem }: { problem: Problem }) {
  const text = useText();
  const formats = useFormats();
  return (
    <li className="ins-problem">
      <Icon name="warning" />
      <Link to={pageOf(problem)}>{sentence()}</Link>
    </li>
  );

  function sentence(): string {
    switch (problem.kind) {
      case 'job':
        return text(messages.job, { name: problem.name, error: problem.error });
      case 'quota':
        return text(messages.quota, { name: problem.name, share: problem.share });
      case 'plugin': {
        const { name, version, share, loads } = problem;
        return text(messages.plugin, { name, version, share, loads });
      }
      case 'disk':
        return text(messages.disk, { free: formats.size(problem.freeBytes), directory: problem.directory });
      case 'node':
        return text(messages.node, {
          name: problem.name,
          since: formats.relative(new Date(problem.lastHeartbeat).toISOString()),
        });
      case 'dependency':
        return text(messages[problem.what], { name: problem.name, error: problem.error });
      case 'import':
        return text(messages.import, { file: problem.file, error: problem.error });
      case 'webhook':
        return text(messages[problem.state], { name: problem.name, error: problem.error });
    }
  }
}
