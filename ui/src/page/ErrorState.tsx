/** What failed, why in the server's words, and a way to try again. */
export function ErrorState(props: { what: string; cause?: string; onRetry?: () => void }) {
  return (
    <div role="alert">
      <p>{props.what}</p>
      {props.cause && <p>{props.cause}</p>}
      {props.onRetry && (
        <button type="button" onClick={props.onRetry}>
          Retry
        </button>
      )}
    </div>
  );
}
