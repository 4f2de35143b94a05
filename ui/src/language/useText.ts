import type { Message } from '@lading/contract';
import { useShell } from '../plugin/ShellContext.ts';

export type Text = (message: Message, values?: Readonly<Record<string, string>>) => string;

/** Texts in the user's language; `{name}` in a text is filled in from `values`. */
export function useText(): Text {
  const { language } = useShell();
  return (message, values = {}) =>
    language.text(message).replace(/\{(\w+)\}/g, (found, name: string) => values[name] ?? found);
}
