import { Fragment, type ReactNode } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './facts.css?inline';

/** A term and its value. */
export type Fact = readonly [term: string, value: ReactNode];

/**
 * A list of terms and values. Leaves out terms without a value: `undefined`, `null`, `false`, or
 * `''`.
 */
export function Facts(props: { facts: readonly Fact[] }) {
  useStyles(css);
  return (
    <dl className="ld-facts">
      {props.facts.map(([term, value], at) =>
        value === undefined || value === null || value === false || value === '' ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a term can occur twice, and the order is fixed
          <Fragment key={at}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
