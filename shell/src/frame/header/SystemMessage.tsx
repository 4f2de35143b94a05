import { Icon, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';

/** What the administrators tell everyone, under the header. */
export const SystemMessage = observer(function SystemMessage() {
  const { platform } = useFrame();
  const text = useText();
  const words = platform.footer?.systemMessage ?? '';
  if (words === '') return null;
  return (
    <aside className="lading-note" aria-label={text(messages.note)}>
      <Icon name="info" size={16} />
      <span>{words}</span>
    </aside>
  );
});
