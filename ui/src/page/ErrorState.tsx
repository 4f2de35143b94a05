import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { useRecovery } from '../fetching/useRecovery.ts';
import { Icon } from '../icons/Icon.tsx';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './states.css?inline';

/**
 * Shows what failed, the server's reason, and Retry. Retries automatically after a connection loss.
 */
export function ErrorState(props: {
  what: string;
  cause?: string;
  onRetry?: (() => void) | undefined;
  /** Another next step, such as a link. */
  children?: ReactNode;
}) {
  useStyles(css);
  const text = useText();
  useRecovery(props.onRetry);
  return (
    <div className="ld-state ld-state--error" role="alert">
      <Icon name="error" size={24} />
      <p className="ld-state__what">{props.what}</p>
      {props.cause && <p className="ld-state__more">{props.cause}</p>}
      {(props.onRetry || props.children) && (
        <div className="ld-state__next">
          {props.onRetry && <Button label={text(messages.retry)} icon="refresh" onClick={props.onRetry} />}
          {props.children}
        </div>
      )}
    </div>
  );
}
