import { Fragment } from 'react';

/** Marks all matches of the search in a text. */
export function Highlight(props: { text: string; search: string }) {
  const parts = partsOf(props.text, props.search.trim());
  return (
    <>
      {parts.map(({ text, found, start }) =>
        found ? <mark key={start}>{text}</mark> : <Fragment key={start}>{text}</Fragment>,
      )}
    </>
  );
}

interface Part {
  readonly text: string;
  readonly start: number;
  readonly found: boolean;
}

export function partsOf(text: string, search: string): Part[] {
  const [where, what] = [text.toLowerCase(), search.toLowerCase()];
  // Some letters change their length with their case, so the positions would be wrong.
  if (what === '' || where.length !== text.length) return [{ text, start: 0, found: false }];
  const parts: Part[] = [];
  let from = 0;
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), start: from, found: false });
    parts.push({ text: text.slice(at, at + what.length), start: at, found: true });
    from = at + what.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), start: from, found: false });
  return parts;
}
