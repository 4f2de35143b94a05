import { useStyles, useText } from '@lading/ui';
import css from './components.css?inline';
import { GroupView } from './Example.tsx';
import { GROUPS } from './groups.ts';
import { messages } from './messages.ts';

/**
 * Shows the shared components in all of their states, to review a theme or to look up a component.
 */
export function Components() {
  useStyles(css);
  const text = useText();
  return (
    <div className="demo-components">
      <nav aria-label={text(messages.groups)}>
        <ul className="demo-components__links">
          {GROUPS.map(({ key, title }) => (
            <li key={key}>
              <a href={`#demo-${key}`}>{text(title)}</a>
            </li>
          ))}
        </ul>
      </nav>
      {GROUPS.map((group) => (
        <GroupView key={group.key} group={group} />
      ))}
    </div>
  );
}
