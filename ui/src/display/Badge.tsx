import type { ReactNode } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './badge.css?inline';

/** `off` is paused, disabled, or not installed; `unknown` was never determined. */
export type BadgeState = 'good' | 'busy' | 'warning' | 'bad' | 'off' | 'unknown';

/**
 * The state of an object, as a shape, a color, and a word. `title` is the tooltip, such as the time
 * or the error.
 */
export function Badge(props: { state: BadgeState; children: ReactNode; title?: string | undefined }) {
  useStyles(css);
  const { state, children, title } = props;
  return (
    <span className={`ld-badge ld-badge--${state}`} title={title}>
      <span className="ld-badge__shape" aria-hidden="true" />
      {children}
    </span>
  );
}
