import type { ReactNode } from 'react';

/** A table that scrolls by itself where the page is narrower than it is; a keyboard must reach it to scroll it. */
export function WideTable(props: { labelledBy: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <div className="lading-table" role="group" aria-labelledby={props.labelledBy} tabIndex={0}>
      <table>{props.children}</table>
    </div>
  );
}
