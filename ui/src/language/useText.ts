import type { Message, TextValues } from '@lading/contract';
import { useMemo } from 'react';
import { useLanguage } from './useLanguage.ts';

export type Text = (message: Message, values?: TextValues) => string;

/** Returns a function for texts in the user's language. The function changes with the texts. */
export function useText(): Text {
  const { language, revision } = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the revision
  return useMemo(() => (message, values) => language.text(message, values), [language, revision]);
}
