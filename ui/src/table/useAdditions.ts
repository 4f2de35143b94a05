import { useEffect, useState } from 'react';
import { useShell } from '../plugin/ShellContext.ts';
import type { Additions } from './additions/Additions.ts';
import type { TableExtension } from './TableExtension.ts';

const KINDS = ['tableColumns', 'rowActions'] as const;

interface Loaded<Row> {
  /** `undefined` without any, and while the code for them loads. */
  readonly additions?: Additions<Row>;
  /** Given if that code failed to load. */
  readonly retry?: () => void;
}

/** Returns the additions of plugins to a table. Call it in an observer. */
export function useAdditions<Row>(extension: TableExtension<Row> | undefined): Loaded<Row> {
  const shell = useShell();
  const [loaded, setLoaded] = useState<Loaded<Row>>({});
  const [attempt, setAttempt] = useState(0);
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
        const additions = new Additions(shell, extension);
        dispose = () => additions.dispose();
        setLoaded({ additions });
      },
      () => dispose && setLoaded({ retry: () => setAttempt(attempt + 1) }),
    );
    return () => {
      dispose?.();
      dispose = undefined;
      setLoaded({});
    };
  }, [shell, wanted, extension, attempt]);
  return wanted ? loaded : {};
}
