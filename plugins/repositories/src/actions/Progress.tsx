/** Shows the progress as a bar and as text. */
export function Progress(props: { done: number; all: number; said: string }) {
  const { done, all, said } = props;
  return (
    <div className="repositories-progress">
      <progress max={Math.max(1, all)} value={done} aria-label={said} />
      <span className="ld-numbers" role="status">
        {said}
      </span>
    </div>
  );
}
