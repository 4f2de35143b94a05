import { Fragment, type ReactNode } from 'react';

/** Terms with what is known of them. */
export function Facts(props: { facts: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className="repositories-facts">
      {props.facts.map(([term, value]) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
