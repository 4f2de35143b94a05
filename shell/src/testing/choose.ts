import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** Clicks an item of an opening menu. Waits until the menu is positioned and accepts clicks. */
export async function choose(
  name: string,
  role: 'menuitem' | 'menuitemcheckbox' = 'menuitem',
): Promise<void> {
  const patience = { timeout: 30_000 };
  const item = await screen.findByRole(role, { name }, patience);
  await waitFor(() => {
    for (let at: Element | null = item; at; at = at.parentElement) {
      if (getComputedStyle(at).pointerEvents === 'none')
        throw new Error(`${name} does not accept clicks yet`);
    }
  }, patience);
  await userEvent.click(item);
}
