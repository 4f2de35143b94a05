import type { Disposer } from '@lading/contract';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Frame } from './frame/Frame.tsx';
import type { Shell } from './Shell.ts';

/** Renders header, sidebars, and the shell's own pages. */
export function mountFrame(shell: Shell): Disposer {
  const root = createRoot(shell.elements.chrome);
  // Rendered in slices, because the page content takes priority.
  startTransition(() => root.render(<Frame shell={shell} />));
  return () => root.unmount();
}
