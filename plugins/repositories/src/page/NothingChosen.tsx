import { EmptyState, useText } from '@lading/ui';
import { messages } from '../messages.ts';

/** In the place of a node while none is chosen. */
export function NothingChosen() {
  const text = useText();
  return <EmptyState icon="folder" what={text(messages.chooseOne)} more={text(messages.chooseOneMore)} />;
}
