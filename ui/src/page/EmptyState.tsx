import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/icons.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './states.css?inline';

/** Two empty crates, beside the one with the icon, and the ground. */
const CRATES = ['M12 60V34h28M24 34v26', 'M88 34h28v26M104 34v26', 'M4 60h120'];

/**
 * Empty state: the content that will appear, and in `children` the next step as a command or
 * button.
 */
export function EmptyState(props: { icon?: IconName; what: string; more?: ReactNode; children?: ReactNode }) {
  useStyles(css);
  return (
    <div className="ld-state" role="status">
      {props.icon && (
        <span className="ld-state__drawing">
          <svg width="128" height="72" viewBox="0 0 128 72" aria-hidden="true">
            {CRATES.map((path) => (
              <path key={path} d={path} />
            ))}
            <rect x="40" y="12" width="48" height="48" rx="4" />
          </svg>
          <Icon name={props.icon} size={24} />
        </span>
      )}
      <p className="ld-state__what">{props.what}</p>
      {props.more && <div className="ld-state__more">{props.more}</div>}
      {props.children && <div className="ld-state__next">{props.children}</div>}
    </div>
  );
}
