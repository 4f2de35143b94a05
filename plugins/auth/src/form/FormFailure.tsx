import { Icon } from '@lading/ui';

/** Shows why the form was rejected. */
export function FormFailure(props: { text: string }) {
  return (
    <p className="auth-failure" role="alert">
      <Icon name="error" />
      {props.text}
    </p>
  );
}
