import type { Contribution, DashboardWidget, Requirement, ShellApi } from '@lading/contract';
import {
  EmptyState,
  ErrorBoundary,
  Lazy,
  PageFrame,
  ShellContext,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useId, useMemo } from 'react';
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
        {widgets.map(({ value, added }) => (
          <Widget key={`${value.id} ${project ?? ''}`} widget={value} added={added} project={project} />
        ))}
      </div>
    </PageFrame>
  );
});

interface Shown {
  readonly value: DashboardWidget;
  /** Of another plugin. */
  readonly added?: Contribution<'dashboardWidgets'>;
}

function Widget(props: { widget: DashboardWidget; added: Shown['added']; project: string | undefined }) {
  const { widget, added, project } = props;
  const text = useText();
  const shell = useShell();
  const heading = useId();
  const label = text(widget.label);
  const own = useMemo(() => (added ? shell.shellOf(added) : shell), [shell, added]);
  // React logs errors that a boundary catches.
  const report = (error: Error) => added && shell.reportFailure(added, error);
  return (
    <section className={`ins-widget ${widget.wide ? 'ins-widget--wide' : ''}`} aria-labelledby={heading}>
      <h2 id={heading}>{widget.path ? <Link to={widget.path}>{label}</Link> : label}</h2>
      <ErrorBoundary onError={report}>
        <ShellContext.Provider value={own}>
          <Lazy
            load={widget.widget}
            failure={text(messages.notLoaded)}
            onError={report}
            props={project === undefined ? {} : { project }}
          />
        </ShellContext.Provider>
      </ErrorBoundary>
    </section>
  );
}

function widgetsFor(shell: ShellApi): Shown[] {
  const own = shell.allows({ role: 'admin' }) ? ownWidgets : [...ownWidgets, projectStorage];
  return [
    ...own.filter(({ requires }) => mayBeAllowed(shell, requires)).map((value) => ({ value })),
    ...shell
      .contributions('dashboardWidgets')
      .filter(({ value }) => shell.allows(value.requires))
      .map((added) => ({ value: added.value, added })),
  ].sort((one, next) => (one.value.order ?? 999) - (next.value.order ?? 999));
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
