import { type ReactNode, useEffect, useRef, useState } from 'react';
import { TrustedTable, type TrustedTableProps } from './TrustedTable.tsx';

/** Of a dialog for one entry. */
export interface EntryDialogProps<Entry> {
  /** Absent for a new entry. */
  readonly entry: Entry | undefined;
  /** The other entries of the list. */
  readonly others: readonly Entry[];
  readonly onDone: (entry: Entry) => void;
  readonly onClose: () => void;
}

/** Of a dialog that confirms a removal. */
interface RemovalProps<Entry> {
  readonly entry: Entry;
  readonly others: readonly Entry[];
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

interface Options<Entry>
  extends Omit<TrustedTableProps<Entry>, 'entries' | 'onAdd' | 'onEdit' | 'onRemove' | 'groupRef'> {
  readonly value: readonly Entry[];
  readonly onChange: (value: Entry[]) => void;
  readonly editor: (props: EntryDialogProps<Entry>) => ReactNode;
  readonly removal: (props: RemovalProps<Entry>) => ReactNode;
}

type Opened<Entry> = { readonly edits: Entry | undefined } | { readonly removes: Entry } | undefined;

/**
 * A list of what is trusted, as a field of a form: the table, and the open dialog. The dialog has a
 * form of its own, so it is not shown inside of the form.
 */
export function useTrustedList<Entry>(options: Options<Entry>): { table: ReactNode; dialog: ReactNode } {
  const { value, onChange, editor, removal, ...table } = options;
  const [opened, setOpened] = useState<Opened<Entry>>();
  const [removals, setRemovals] = useState(0);
  const group = useRef<HTMLDivElement>(null);
  const onClose = () => setOpened(undefined);
  // The button that had the focus was removed with its row.
  useEffect(() => {
    if (removals > 0) group.current?.querySelector<HTMLElement>('button[name]')?.focus();
  }, [removals]);
  return {
    table: (
      <TrustedTable
        {...table}
        entries={value}
        groupRef={group}
        onAdd={() => setOpened({ edits: undefined })}
        onEdit={(entry) => setOpened({ edits: entry })}
        onRemove={(entry) => setOpened({ removes: entry })}
      />
    ),
    dialog: dialog(),
  };

  function dialog(): ReactNode {
    if (!opened) return null;
    if ('removes' in opened) {
      const { removes: entry } = opened;
      const others = value.filter((each) => each !== entry);
      const onRemove = () => {
        onChange(others);
        onClose();
        setRemovals((count) => count + 1);
      };
      return removal({ entry, others, onRemove, onClose });
    }
    const { edits: entry } = opened;
    const others = value.filter((each) => each !== entry);
    const onDone = (changed: Entry) => {
      onChange(entry ? value.map((each) => (each === entry ? changed : each)) : [...value, changed]);
      onClose();
    };
    return editor({ entry, others, onDone, onClose });
  }
}
