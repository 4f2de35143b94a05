import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/icons.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './states.css?inline';

/**
 * Empty state: the content that will appear, and in `children` the next step as a command or
 * button.
 */
export function EmptyState(props: { icon?: IconName; what: string; more?: ReactNode; children?: ReactNode }) {
  useStyles(css);
  return (
    <div className="ld-state" role="status">
      {props.icon && <Icon name={props.icon} size={24} />}
      <p className="ld-state__what">{props.what}</p>
      {props.more && <div className="ld-state__more">{props.more}</div>}
      {props.children && <div className="ld-state__next">{props.children}</div>}
    </div>
  );
}
