import { useStyles } from '../styles/adoptStyles.ts';
import css from './skeleton.css?inline';

/** A grey bar in the place of a text; `width` as CSS has it. */
export function Skeleton(props: { width: string; height?: string }) {
  useStyles(css);
  return <span className="ld-skeleton" style={{ width: props.width, height: props.height }} />;
}
