import { useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { useShell } from '../plugin/ShellContext.ts';
import type { ColumnList, ColumnListProps } from './ColumnList.tsx';

/** The button that opens the selection of columns, which is loaded then. */
export function ColumnChooser(props: ColumnListProps) {
  const { notifications } = useShell();
  const text = useText();
  const [List, setList] = useState<typeof ColumnList>();
  const place = useRef<HTMLDivElement>(null);
  const label = text(messages.columns);
  const close = () => setList(undefined);
  const open = () =>
    import('./ColumnList.tsx').then(
      (loaded) => setList(() => loaded.ColumnList),
      ({ message }: Error) => notifications.error(message),
    );
  return (
    <div className="ld-columns" ref={place}>
      <Button
        kind="quiet"
        icon="columns"
        label={label}
        aria-expanded={!!List}
        onClick={() => (List ? close() : void open())}
      />
      {List && <List {...props} place={place} onClose={close} />}
    </div>
  );
}
