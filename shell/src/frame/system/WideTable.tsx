import type { ReactNode } from 'react';

/**
 * Table that scrolls horizontally on narrow pages. Focusable, so that it can be scrolled by
 * keyboard.
 */
export function WideTable(props: { labelledBy: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the region scrollable by keyboard
    <div className="lading-table" role="group" aria-labelledby={props.labelledBy} tabIndex={0}>
      <table>{props.children}</table>
    </div>
  );
}
