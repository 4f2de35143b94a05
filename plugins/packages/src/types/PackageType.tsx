import { Icon, useStyles } from '@lading/ui';
import { useEffect, useState } from 'react';
import css from './packageType.css?inline';
import { typeLabel } from './packageTypes.ts';
import { fetchMark, knownMark } from './typeMarks.ts';

/**
 * Shows the type of a package with its icon and name. The space of the icon is reserved until it is
 * loaded.
 */
export function PackageType({ type }: { type: string }) {
  useStyles(css);
  const mark = useMark(type);
  return (
    <span className="packages-type">
      {mark === 'none' ? (
        <Icon name="package" size={16} />
      ) : (
        <svg className="ld-icon" width="14" height="14" viewBox="0 0 24 24" aria-hidden="true">
          {mark && <path d={mark} />}
        </svg>
      )}
      {typeLabel(type)}
    </span>
  );
}

/** `undefined` until it is fetched, `none` for a type without an icon. */
function useMark(type: string): string | undefined {
  const [found, setFound] = useState<{ type: string; mark: string }>();
  const known = knownMark(type);
  useEffect(() => {
    if (known !== undefined) return;
    let shown = true;
    void fetchMark(type).then((mark = 'none') => {
      if (shown) setFound({ type, mark });
    });
    return () => {
      shown = false;
    };
  }, [type, known]);
  return known ?? (found?.type === type ? found.mark : undefined);
}
