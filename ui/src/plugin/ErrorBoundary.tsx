import { Component, type ReactNode } from 'react';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { ErrorState } from '../page/ErrorState.tsx';
import { asError } from './asError.ts';

interface Props {
  readonly children: ReactNode;
  /** A change, for example of the location, shows the children again. */
  readonly resetKey?: string;
  readonly onError: (error: Error) => void;
  /** Called when the children are shown again. */
  readonly onRetry?: () => void;
}

/** Limits an error to the screen that threw it. */
export class ErrorBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: asError(error) };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(asError(error));
  }

  override componentDidUpdate(before: Props) {
    if (this.state.error && before.resetKey !== this.props.resetKey) this.#retry();
  }

  #retry = () => {
    this.setState({ error: undefined });
    this.props.onRetry?.();
  };

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <Stopped cause={error.message} onRetry={this.#retry} />;
  }
}

function Stopped(props: { cause: string; onRetry: () => void }) {
  const text = useText();
  return <ErrorState what={text(messages.screenStopped)} cause={props.cause} onRetry={props.onRetry} />;
}
