import { EmptyState, useText } from '@lading/ui';
import { messages } from '../messages.ts';

/** Shown in the details pane while no node is selected. */
export function NothingChosen() {
  const text = useText();
  return <EmptyState icon="folder" what={text(messages.chooseOne)} more={text(messages.chooseOneMore)} />;
}
