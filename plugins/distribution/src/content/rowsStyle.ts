import type { CSSProperties } from 'react';

/** Returns the style that makes a list as high as its rows, up to a limit. */
export function rowsStyle(rows: number | undefined): CSSProperties {
  return rows === undefined ? {} : ({ '--bundles-rows': rows } as CSSProperties);
}
