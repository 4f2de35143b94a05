import { fakeShell } from '@lading/contract/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderInShell } from '../testing/index.ts';
import { Tour, type TourProps } from './Tour.tsx';

const steps = [
  { title: 'Packages', text: 'All packages.', target: '#packages' },
  { title: 'Search', text: 'Find anything.' },
  { title: 'Help', text: 'Read more.' },
];

function open(props: Partial<TourProps> = {}) {
  const onClose = vi.fn();
  const onStep = vi.fn();
  renderInShell(
    fakeShell(),
    <>
      <button type="button" id="packages">
        Outside
      </button>
      <Tour name="Tour of the ship" steps={steps} onClose={onClose} onStep={onStep} {...props} />
    </>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Tour of the ship' });
  return { dialog, onClose, onStep };
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const heading = () => screen.getByRole('heading').textContent;

afterEach(() => void vi.restoreAllMocks());

describe('a guided tour', () => {
  it('goes forward and back, shows its progress, and ends with Done [const-02]', async () => {
    const { onClose, onStep } = open();
    expect([heading(), screen.getByText('1 of 3').textContent]).toEqual(['Packages', '1 of 3']);
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    await press('Next');
    expect([heading(), screen.getByText('2 of 3').textContent]).toEqual(['Search', '2 of 3']);
    await press('Back');
    expect(heading()).toBe('Packages');
    await press('Next');
    await press('Next');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    expect(onStep.mock.calls).toEqual([[1], [0], [1], [2]]);
    expect(onClose).not.toHaveBeenCalled();
    await press('Done');
    expect(onClose.mock.calls).toEqual([[true]]);
  });

  it('stays for a click outside, and closes for Escape and for its close button [const-02]', async () => {
    const { dialog, onClose } = open();
    // A click on the backdrop has the dialog itself as its target.
    await userEvent.click(dialog);
    await userEvent.click(document.body);
    expect(onClose).not.toHaveBeenCalled();
    expect(dialog.open).toBe(true);
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(onClose.mock.calls).toEqual([[false]]);
    await press('Close the tour');
    expect(onClose.mock.calls).toEqual([[false], [false]]);
  });

  it('focuses the button that continues, even after Back disappears', async () => {
    open();
    const next = screen.getByRole('button', { name: 'Next' });
    expect(document.activeElement).toBe(next);
    await userEvent.keyboard('{Enter}');
    expect([heading(), document.activeElement]).toEqual(['Search', next]);
    await press('Back');
    expect(document.activeElement).toBe(next);
  });

  it('continues at a step, even if there are fewer steps now', () => {
    open({ from: 7 });
    expect(heading()).toBe('Help');
  });

  it('outlines the element that the step explains while it is visible', async () => {
    const box = { left: 10, top: 20, width: 100, height: 30, right: 110, bottom: 50 };
    vi.spyOn(HTMLButtonElement.prototype, 'getBoundingClientRect').mockReturnValue(box as DOMRect);
    const { dialog } = open();
    const outline = dialog.querySelector<HTMLElement>('.ld-tour__target');
    expect(outline?.style.cssText).toBe('left: 6px; top: 16px; width: 108px; height: 38px;');
    expect(dialog.classList.contains('ld-tour--pointing')).toBe(true);
    await press('Next');
    expect(dialog.querySelector('.ld-tour__target')).toBeNull();
    expect(dialog.classList.contains('ld-tour--pointing')).toBe(false);
  });

  it('moves and removes the outline with the element', async () => {
    const box = { left: 10, top: 20, width: 100, height: 30, right: 110, bottom: 50 };
    const measured = vi.spyOn(HTMLButtonElement.prototype, 'getBoundingClientRect');
    measured.mockReturnValue(box as DOMRect);
    const { dialog } = open();
    const outline = () => dialog.querySelector<HTMLElement>('.ld-tour__target')?.style.left;
    expect(outline()).toBe('6px');
    measured.mockReturnValue({ ...box, left: 90, right: 190 } as DOMRect);
    await waitFor(() => expect(outline()).toBe('86px'));
    measured.mockReturnValue({ ...box, width: 0 } as DOMRect);
    await waitFor(() => expect(outline()).toBeUndefined());
  });

  it('outlines nothing if the element is not in the page', () => {
    const { dialog } = open({ steps: [{ title: 'Gone', text: 'Nothing here.', target: '#nothing' }] });
    expect(dialog.querySelector('.ld-tour__target')).toBeNull();
    expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy();
  });
});
