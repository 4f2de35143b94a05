import { useLayoutEffect, useRef, useState } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import { onResize } from './onResize.ts';
import { shorten } from './shorten.ts';
import css from './shortName.css?inline';

/** Letters differ in width: what is reckoned to fit must not be cut at its end. */
const SAFETY = 0.96;

/**
 * A name in one line, shortened in its middle where it lacks the room. The whole name is what is read aloud, selected and
 * copied; the short one only lies over it. While the pointer or the focus is on it, the whole name lies over the line.
 */
export function ShortName(props: { text: string }) {
  useStyles(css);
  const { text } = props;
  const line = useRef<HTMLSpanElement>(null);
  const [short, setShort] = useState<string>();

  useLayoutEffect(() => {
    const place = line.current;
    if (!place) return undefined;
    return onResize(place, () => {
      const { clientWidth, scrollWidth } = place;
      const room = Math.floor((clientWidth / scrollWidth) * text.length * SAFETY);
      setShort(scrollWidth > clientWidth ? shorten(text, room) : undefined);
    });
  }, [text]);

  return (
    <span ref={line} className="ld-name" data-short={short} data-whole={short && text}>
      <span className="ld-name__whole">{text}</span>
    </span>
  );
}
