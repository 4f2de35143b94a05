import type { GitWatch } from '@lading/contract/rest';
import { useText } from '@lading/ui';
import { useCallback } from 'react';
import { messages } from './messages.ts';

/**
 * Returns a function that writes the numbers of findings as a text. Unknown is never shown as
 * none.
 */
export function useCounts(): (watch: GitWatch) => string {
  const text = useText();
  return useCallback(
    ({ findings, scanned, unmatched }) => {
      if (scanned === undefined) return text(messages.notScanned);
      const { critical, high, medium, low, info, unknown } = findings;
      const parts = [
        ...(critical + high + medium + low > 0
          ? [text(messages.counts, { critical, high, medium, low })]
          : []),
        ...(info + unknown > 0 ? [text(messages.otherCounts, { count: info + unknown })] : []),
        ...(unmatched.length > 0 ? [`${text(messages.unknownCounts)}: ${unmatched.join(', ')}`] : []),
      ];
      return parts.length > 0 ? parts.join('; ') : text(messages.noFindings);
    },
    [text],
  );
}
