import { EXTENSION_KINDS } from '@lading/contract';
import { Button, Rich, useStyles, useText } from '@lading/ui';
import { CodeBlock, Tags } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useId, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { PluginsStore } from '../plugins/PluginsStore.ts';
import examples from './examples/examples.ts?raw';
import { examplesIn } from './examplesIn.ts';
import css from './extensionPoints.css?inline';
import { messages } from './messages.ts';
import { GROUPS, IN_FRAMES, POINTS, type Point } from './points.ts';
import { SERVICES } from './services.ts';
import { type PointUser, usersByKind } from './usersOf.ts';

const GUIDE = '/help/documentation/plugin-guide';

/** Number of plugins listed initially. */
const maxShown = 4;

/** Lists the kinds of contributions, with the plugins that use each. */
export const ExtensionPoints = observer(function ExtensionPoints(props: { readonly store: PluginsStore }) {
  useStyles(css);
  const text = useText();
  const { overview, failed } = props.store;
  const code = useMemo(() => examplesIn(examples, EXTENSION_KINDS), []);
  const users = useMemo(() => overview && usersByKind(overview.plugins), [overview]);
  return (
    <div className="admin-points">
      <p className="ld-soft">
        <Rich message={messages.about} elements={{ guide: <Link to={GUIDE}>{text(messages.guide)}</Link> }} />
      </p>
      {failed && !users && (
        <p className="admin-points__failed" role="alert">
          {text(messages.failed)}
          <Button label={text(messages.retry)} onClick={() => props.store.reload()} />
        </p>
      )}
      {GROUPS.map(({ title, points }) => (
        <Group key={title.id} heading={text(title)}>
          {points.map((point) => (
            <PointCard
              key={point}
              point={point}
              code={code.get(point) ?? ''}
              users={users && (users.get(point) ?? [])}
            />
          ))}
        </Group>
      ))}
      <Services />
    </div>
  );
});

const CALLS = Object.entries(SERVICES).map(([name, about]) => [`shell.${name}`, about] as const);

/** Typed by the contract, as the kinds are. Plugins call them, so no manifest tells which do. */
function Services() {
  const text = useText();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{text(messages.shell)}</h2>
      <p>{text(messages.shellAbout)}</p>
      <dl className="admin-points__services">
        {CALLS.map(([call, about]) => (
          <div key={call}>
            <dt>
              <code>{call}</code>
            </dt>
            <dd>{text(about)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Group(props: { readonly heading: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{props.heading}</h2>
      <ul className="admin-points__list">{props.children}</ul>
    </section>
  );
}

function PointCard(props: {
  readonly point: Point;
  readonly code: string;
  /** `undefined`: not known. */
  readonly users: readonly PointUser[] | undefined;
}) {
  const { point, code, users } = props;
  const text = useText();
  const { title, about } = POINTS[point];
  return (
    <li className="admin-points__point">
      <h3>
        {text(title)} <code>{point}</code>
      </h3>
      <p>{text(about)}</p>
      <p className="ld-soft">{text(IN_FRAMES.has(point) ? messages.framed : messages.trustedOnly)}</p>
      <div className="admin-points__users">{users && <Users users={users} />}</div>
      <details>
        <summary aria-label={text(messages.exampleOf, { kind: point })}>{text(messages.example)}</summary>
        <CodeBlock
          label={text(messages.exampleOf, { kind: point })}
          tabs={[{ key: point, label: 'src/plugin.ts', code }]}
        />
      </details>
    </li>
  );
}

function Users({ users }: { readonly users: readonly PointUser[] }) {
  const text = useText();
  if (users.length === 0) return <span className="ld-soft">{text(messages.unused)}</span>;
  const list = <Tags words={users.map((user) => text(messages.user, { ...user }))} />;
  const heading = text(messages.usedBy, { count: users.length });
  if (users.length > maxShown)
    return (
      <details>
        <summary>{heading}</summary>
        {list}
      </details>
    );
  return (
    <>
      <span>{heading}</span>
      {list}
    </>
  );
}
