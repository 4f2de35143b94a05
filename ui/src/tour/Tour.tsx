import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '../controls/Button.tsx';
import { useModalDialog } from '../dialog/useModalDialog.ts';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import { messages } from './messages.ts';
import { placeCard } from './placeCard.ts';
import css from './tour.css?inline';
import { useTarget } from './useTarget.ts';

export interface TourStep {
  readonly title: string;
  readonly text: ReactNode;
  /** A CSS selector of the element that the step explains. It is outlined while it is visible. */
  readonly target?: string | undefined;
}

export interface TourProps {
  /** The name of the dialog. */
  readonly name: string;
  /** At least one. */
  readonly steps: readonly TourStep[];
  /** The index of the first step to show; 0 unless given. */
  readonly from?: number;
  /** Called when another step is shown. */
  readonly onStep?: (index: number) => void;
  /**
   * Called for Done (`finished`), Escape, and the close button. The caller removes the tour. A
   * click outside does not call it.
   */
  readonly onClose: (finished: boolean) => void;
}

/** Shows steps one at a time in a modal 420 px wide, next to the elements that they explain. */
export function Tour({ name, steps, from = 0, onStep, onClose }: TourProps) {
  useStyles(css);
  const text = useText();
  const id = useId();
  const [at, setAt] = useState(() => Math.min(Math.max(from, 0), steps.length - 1));
  const forward = useRef<HTMLButtonElement>(null);
  const modal = useModalDialog(() => onClose(false));
  const step = steps[at];
  const target = useTarget(step?.target);
  const isLast = at === steps.length - 1;

  // Before the step is painted: the size of the card depends on its text.
  useLayoutEffect(() => {
    const dialog = modal.ref.current;
    if (!dialog) return;
    const arrange = () => {
      const { offsetWidth: width, offsetHeight: height } = dialog;
      const viewport = { width: window.innerWidth, height: window.innerHeight };
      const { left, top } = placeCard({ width, height }, viewport, target);
      dialog.style.left = `${left}px`;
      dialog.style.top = `${top}px`;
    };
    arrange();
    window.addEventListener('resize', arrange);
    return () => window.removeEventListener('resize', arrange);
  });

  // The first step has no Back button, which may have had the focus.
  useLayoutEffect(() => {
    if (at === 0) forward.current?.focus();
  }, [at]);

  const go = (to: number) => {
    setAt(to);
    onStep?.(to);
  };
  return (
    <dialog
      {...modal}
      className={target ? 'ld-tour ld-tour--pointing' : 'ld-tour'}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-step`}
    >
      {target && <div className="ld-tour__target" aria-hidden="true" style={target} />}
      <div className="ld-tour__card">
        <div className="ld-tour__head">
          <p id={`${id}-name`} className="ld-soft">
            {name}
          </p>
          <Button
            kind="quiet"
            icon="close"
            iconOnly
            label={text(messages.close)}
            onClick={() => onClose(false)}
          />
        </div>
        <div id={`${id}-step`} className="ld-tour__step" aria-live="polite" aria-atomic="true">
          <h2>{step?.title}</h2>
          <p>{step?.text}</p>
        </div>
        <div className="ld-tour__foot">
          <p className="ld-soft">{text(messages.progress, { number: at + 1, count: steps.length })}</p>
          {at > 0 && <Button label={text(messages.back)} onClick={() => go(at - 1)} />}
          <button
            ref={forward}
            type="button"
            className={buttonClass('main')}
            onClick={() => (isLast ? onClose(true) : go(at + 1))}
          >
            <span>{text(isLast ? messages.done : messages.next)}</span>
          </button>
        </div>
      </div>
    </dialog>
  );
}
