import { Icon } from '../icons/Icon.tsx';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './forms.css?inline';

/** Shows above a form why it was rejected. */
export function FormFailure(props: { text: string }) {
  useStyles(css);
  return (
    <p className="ld-form-failure" role="alert">
      <Icon name="error" />
      {props.text}
    </p>
  );
}
