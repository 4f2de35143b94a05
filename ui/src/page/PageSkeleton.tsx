import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import { Skeleton } from './Skeleton.tsx';
import css from './skeleton.css?inline';
import { useLate } from './useLate.ts';

const LINES = ['60%', '85%', '70%', '80%', '55%'];

/** Shown while a page is loading. */
export function PageSkeleton() {
  useStyles(css);
  const late = useLate();
  const text = useText();
  return (
    <div className="ld-page-skeleton" aria-busy="true">
      {late && (
        <>
          <span role="status" className="ld-hidden">
            {text(messages.loading)}
          </span>
          <Skeleton width="180px" height="20px" />
          {LINES.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </>
      )}
    </div>
  );
}
