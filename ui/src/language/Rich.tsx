import type { Message, TextValues } from '@lading/contract';
import { Fragment, type ReactNode } from 'react';
import { useText } from './useText.ts';

/** Placeholder for elements while a text is formatted; no text contains it. */
const MARK = '\uE000';

/** Renders a text with elements: `{file}` is replaced with the element of that name. */
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
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <Fragment key={at}>{at % 2 === 1 ? elements[part] : part}</Fragment>
    ));
}
