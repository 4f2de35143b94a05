import type { Message, TextValues } from '@lading/contract';
import { Fragment, type ReactNode } from 'react';
import { useText } from './useText.ts';

/** Stands in a text for an element until it is cut there; no text has it. */
const MARK = '\uE000';

/** A text with elements in it: `{file}` is the element of that name, wherever the language puts it. */
export function Rich(props: {
  message: Message;
  values?: TextValues;
  elements: Readonly<Record<string, ReactNode>>;
}) {
  const text = useText();
  const { message, values, elements } = props;
  const marks = Object.keys(elements).map((name) => [name, MARK + name + MARK]);
  return text(message, { ...values, ...Object.fromEntries(marks) })
    .split(MARK)
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity
      <Fragment key={at}>{at % 2 === 1 ? elements[part] : part}</Fragment>
    ));
}
