import { useText } from '@lading/ui';
import type { Fault } from './FormStore.ts';

/** What is wrong, in words. */
export function useFault(): (fault: Fault | undefined) => string | undefined {
  const text = useText();
  return (fault) => {
    if (fault === undefined || typeof fault === 'string') return fault;
    return text(fault.message, fault.values);
  };
}
