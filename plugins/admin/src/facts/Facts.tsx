import { useStyles } from '@lading/ui';
import { Fragment, type ReactNode } from 'react';
import css from './facts.css?inline';

/** Terms with what is known of them. */
export function Facts(props: { facts: readonly (readonly [term: string, value: ReactNode])[] }) {
  useStyles(css);
  return (
    <dl className="admin-facts">
      {props.facts.map(([term, value]) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
