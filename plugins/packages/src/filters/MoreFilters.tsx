import type { Component } from '@lading/contract';
import { Button, Lazy, usePhone, useStyles, useText } from '@lading/ui';
import { type ReactNode, useId, useState } from 'react';
import css from './filters.css?inline';
import { messages } from './messages.ts';

/**
 * Returns the buttons of a bar of filters, and the panel of those that are rarely used: open on
 * request, and from the start if the URL sets some. `set`: how many it sets. `load`: loads their
 * fields when they are first shown. `clear`: clears all filters, if any is set.
 */
export function useMoreFilters<Props extends object>(
  set: number,
  load: () => Promise<Component<Props>>,
  props: Props,
  clear?: () => void,
): { buttons: ReactNode; panel: ReactNode } {
  useStyles(css);
  const text = useText();
  const phone = usePhone();
  // On a phone, the filters would leave no room for the results.
  const [open, setOpen] = useState(set > 0 && !phone);
  const id = useId();
  return {
    buttons: (
      <>
        <Button
          icon="filter"
          label={set > 0 ? text(messages.moreSet, { count: set }) : text(messages.more)}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        />
        {clear && <Button kind="quiet" icon="close" label={text(messages.clear)} onClick={clear} />}
      </>
    ),
    panel: open && (
      <div className="packages-more" id={id}>
        <Lazy load={load} props={props} failure={text(messages.notLoaded)} />
      </div>
    ),
  };
}
