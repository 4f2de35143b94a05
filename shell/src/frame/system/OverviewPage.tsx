import { useText } from '@lading/ui';
import { overview } from './messages.ts';

/** The word Overview alone: nothing else stands here. */
export function OverviewPage() {
  return <h1 tabIndex={-1}>{useText()(overview.heading)}</h1>;
}
