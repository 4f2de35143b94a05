import { Icon } from '@lading/ui';

/** Why the form was not accepted. */
export function FormFailure(props: { text: string }) {
  return (
    <p className="auth-failure" role="alert">
      <Icon name="error" />
      {props.text}
    </p>
  );
}
