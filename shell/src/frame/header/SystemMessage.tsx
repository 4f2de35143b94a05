import { Icon, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';

/**
 * Message of the administrators below the header, preceded by a read-only notice if the server is
 * read-only.
 */
export const SystemMessage = observer(function SystemMessage() {
  const { platform } = useFrame();
  const text = useText();
  const words = platform.footer?.systemMessage ?? '';
  const maintenance = platform.footer?.maintenance;
  return (
    <>
      {maintenance !== undefined && (
        <aside className="lading-note" aria-label={text(messages.maintenance)}>
          <Icon name="info" size={16} />
          <span>
            {text(messages.readOnly)} {maintenance}
          </span>
        </aside>
      )}
      {words !== '' && (
        <aside className="lading-note" aria-label={text(messages.note)}>
          <Icon name="info" size={16} />
          <span>{words}</span>
        </aside>
      )}
    </>
  );
});
