import { useStyles } from '../styles/adoptStyles.ts';
import css from './skeleton.css?inline';

/** A gray bar in place of a text; `width` in CSS units. */
export function Skeleton(props: { width: string; height?: string }) {
  useStyles(css);
  return <span className="ld-skeleton" style={{ width: props.width, height: props.height }} />;
}
