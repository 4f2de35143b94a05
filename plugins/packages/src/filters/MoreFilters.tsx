import { Button, usePhone, useStyles, useText } from '@lading/ui';

import { type ReactNode, useId, useState } from 'react';
import css from './filters.css?inline';
import { messages } from './messages.ts';

/** Filters that are seldom used: shown when asked for, and from the start where the address sets some. `set`: how many it sets. */
export function useMoreFilters(set: number, fields: ReactNode): { button: ReactNode; panel: ReactNode } {
  useStyles(css);
  const text = useText();
  const phone = usePhone();
  // On a phone they would leave nothing of what they found.
  const [open, setOpen] = useState(set > 0 && !phone);
  const id = useId();
  return {
    button: (
      <Button
        icon="filter"
        label={set > 0 ? text(messages.moreSet, { count: set }) : text(messages.more)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
    ),
    panel: open && (
      <div className="packages-more" id={id}>
        {fields}
      </div>
    ),
  };
}
