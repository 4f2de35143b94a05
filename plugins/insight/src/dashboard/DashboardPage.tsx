import type { DashboardWidget, Requirement, ShellApi } from '@lading/contract';
import { EmptyState, ErrorBoundary, Lazy, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import css from './dashboard.css?inline';
import { messages as titles } from './messages.ts';
import { ownWidgets, projectStorage } from './ownWidgets.ts';
import { messages } from './pageMessages.ts';

/** All widgets that the user can see. Each loads, fails, and is retried separately. */
export const DashboardPage = observer(function DashboardPage() {
  useStyles(css);
  const text = useText();
  const shell = useShell();
  const widgets = widgetsFor(shell);
  const project = shell.project.current;
  return (
    <PageFrame heading={text(titles.title)}>
      {widgets.length === 0 && <EmptyState what={text(messages.none)} more={text(messages.noneMore)} />}
      <div className="ins-dashboard">
        {widgets.map((widget) => (
          <Widget key={`${widget.id} ${project ?? ''}`} widget={widget} project={project} />
        ))}
      </div>
    </PageFrame>
  );
});

/** React logs errors that a boundary catches. */
function loggedByReact() {}

function Widget(props: { widget: DashboardWidget; project: string | undefined }) {
  const { widget, project } = props;
  const text = useText();
  const heading = useId();
  const label = text(widget.label);
  return (
    <section className={`ins-widget ${widget.wide ? 'ins-widget--wide' : ''}`} aria-labelledby={heading}>
      <h2 id={heading}>{widget.path ? <Link to={widget.path}>{label}</Link> : label}</h2>
      <ErrorBoundary onError={loggedByReact}>
        <Lazy
          load={widget.widget}
          failure={text(messages.notLoaded)}
          props={project === undefined ? {} : { project }}
        />
      </ErrorBoundary>
    </section>
  );
}

function widgetsFor(shell: ShellApi): DashboardWidget[] {
  const added = shell.contributions('dashboardWidgets').map(({ value }) => value);
  const own = shell.allows({ role: 'admin' }) ? ownWidgets : [...ownWidgets, projectStorage];
  return [
    ...own.filter(({ requires }) => mayBeAllowed(shell, requires)),
    ...added.filter(({ requires }) => shell.allows(requires)),
  ].sort((one, next) => (one.order ?? 999) - (next.order ?? 999));
}

/**
 * Also true until the services are known, which is after the first content: widgets must not move
 * then, and the console's own ones can tell that a service is missing.
 */
function mayBeAllowed(shell: ShellApi, requires: Requirement | undefined): boolean {
  if (shell.services.known || !requires) return shell.allows(requires);
  const { services: _services, ...others } = requires;
  return shell.allows(others);
}
