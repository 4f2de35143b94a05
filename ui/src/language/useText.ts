import type { Message, TextValues } from '@lading/contract';
import { useMemo } from 'react';
import { useLanguage } from './useLanguage.ts';

export type Text = (message: Message, values?: TextValues) => string;

/** Texts in the user's language, with `values` filled in. Another function whenever texts have changed. */
export function useText(): Text {
  const { language, revision } = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has other texts
  return useMemo(() => (message, values) => language.text(message, values), [language, revision]);
}
