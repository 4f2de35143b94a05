import { type FocusEvent, type PointerEvent, useRef, useState } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './shortName.css?inline';

/** So many characters at the end stay when a name is shortened. */
const KEPT_AT_END = 12;

/**
 * A name in one line, shortened in its middle where it lacks the room. It is whole for assistive technology, when it is
 * copied, and, over the line, while the pointer or the focus is on it.
 */
export function ShortName(props: { text: string }) {
  useStyles(css);
  const { text } = props;
  const start = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState(false);
  const cutAt = Math.max(Math.ceil(text.length / 2), text.length - KEPT_AT_END);
  const look = (_event: PointerEvent | FocusEvent) => {
    const { scrollWidth = 0, clientWidth = 0 } = start.current ?? {};
    setCut(scrollWidth > clientWidth);
  };
  return (
    <span
      className="ld-name"
      data-whole={cut ? text : undefined}
      title={cut ? text : undefined}
      onPointerEnter={look}
    >
      <span className="ld-name__start" ref={start}>
        {text.slice(0, cutAt)}
      </span>
      <span className="ld-name__end">{text.slice(cutAt)}</span>
    </span>
  );
}
