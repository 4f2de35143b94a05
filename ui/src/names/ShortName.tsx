import { useLayoutEffect, useRef, useState } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import { onResize } from './onResize.ts';
import { shorten } from './shorten.ts';
import css from './shortName.css?inline';

/** Letters differ in width: leaves some room so that the estimate is never cut off. */
const SAFETY = 0.88;

/**
 * Shows a name in one line, shortened in the middle if necessary. Screen readers, selection, and
 * copy use the full name; the short one is an overlay. On hover and focus, the full name is shown
 * over the line.
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
