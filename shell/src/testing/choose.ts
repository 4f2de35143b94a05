import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** Presses an item of a menu that is opening: it takes no presses until it stands where it belongs. */
export async function choose(
  name: string,
  role: 'menuitem' | 'menuitemcheckbox' = 'menuitem',
): Promise<void> {
  const patience = { timeout: 30_000 };
  const item = await screen.findByRole(role, { name }, patience);
  await waitFor(() => {
    for (let at: Element | null = item; at; at = at.parentElement) {
      if (getComputedStyle(at).pointerEvents === 'none') throw new Error(`${name} takes no presses yet`);
    }
  }, patience);
  await userEvent.click(item);
}
