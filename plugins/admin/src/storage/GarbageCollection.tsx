import { Button, useFormats, useShell, useText } from '@lading/ui';
import { CheckField } from '@lading/ui/edit';
import { useState } from 'react';
import { messages } from './messages.ts';
import { collectGarbage, previewGarbage } from './storageApi.ts';

interface Props {
  /** Once content was deleted. */
  readonly onCollected: () => void;
}

/** Runs garbage collection after the user confirmed the deletions, and shows the result. */
export function GarbageCollection({ onCollected }: Props) {
  const text = useText();
  const formats = useFormats();
  const { http, modals, notifications } = useShell();
  const [step, setStep] = useState<'idle' | 'counting' | 'deleting'>('idle');
  const [result, setResult] = useState('');
  const [untagged, setUntagged] = useState(false);
  const run = async () => {
    try {
      setStep('counting');
      const { files, bytes } = (await previewGarbage(http, { untagged })).summary;
      if (files.count + bytes.count === 0) return setResult(text(messages.noGarbage));
      const agreed = await modals.confirm({
        title: text(messages.collectTitle),
        text: text(untagged ? messages.collectUntagged : messages.collectText, {
          files: files.count,
          blobs: bytes.count,
          size: formats.size(bytes.size),
        }),
        verb: text(messages.collect),
        danger: true,
      });
      if (!agreed) return;
      setStep('deleting');
      const deleted = (await collectGarbage(http, { untagged })).summary;
      setResult(
        text(messages.collected, {
          files: deleted.files.count,
          blobs: deleted.bytes.count,
          size: formats.size(deleted.bytes.size),
        }),
      );
      onCollected();
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      notifications.error(text(messages.notCollected, { cause }));
    } finally {
      setStep('idle');
    }
  };
  return (
    <div className="admin-storage__collection">
      <CheckField
        label={text(messages.untagged)}
        name="untagged"
        value={untagged}
        onChange={setUntagged}
        disabled={step !== 'idle'}
        help={text(messages.untaggedHelp)}
      />
      <Button label={text(messages.runCollection)} busy={step !== 'idle'} onClick={() => void run()} />
      <p role="status" className="ld-soft">
        {step === 'idle' ? result : text(messages[step])}
      </p>
    </div>
  );
}
