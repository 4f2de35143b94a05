import { useText } from '@lading/ui';
import { overview } from './messages.ts';

/** Shows only the word Overview. */
export function OverviewPage() {
  return <h1 tabIndex={-1}>{useText()(overview.heading)}</h1>;
}
