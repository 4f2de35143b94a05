import { useEffect, useState } from 'react';
import { useShell } from '../plugin/ShellContext.ts';
import type { Additions } from './additions/Additions.ts';
import type { TableExtension } from './TableExtension.ts';

const KINDS = ['tableColumns', 'rowActions'] as const;

/**
 * Returns the additions of plugins to a table; `undefined` without any, and `null` while the code
 * for them loads. Call it in an observer.
 */
export function useAdditions<Row>(
  extension: TableExtension<Row> | undefined,
): Additions<Row> | undefined | null {
  const shell = useShell();
  const [additions, setAdditions] = useState<Additions<Row> | undefined | null>(null);
  const table = extension?.table;
  const wanted =
    table !== undefined &&
    KINDS.some((kind) => shell.contributions(kind).some(({ value }) => value.table === table));
  useEffect(() => {
    if (!wanted || !extension) return undefined;
    let dispose: (() => void) | undefined = () => {};
    import('./additions/Additions.ts').then(
      ({ Additions }) => {
        if (!dispose) return;
        const loaded = new Additions(shell, extension);
        dispose = () => loaded.dispose();
        setAdditions(loaded);
      },
      // The table works without them.
      () => dispose && setAdditions(undefined),
    );
    return () => {
      dispose?.();
      dispose = undefined;
      setAdditions(null);
    };
  }, [shell, wanted, extension]);
  return wanted ? additions : undefined;
}
