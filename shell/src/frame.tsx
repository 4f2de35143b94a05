import { createRoot } from 'react-dom/client';
import { Frame } from './frame/Frame.tsx';
import type { Shell } from './Shell.ts';

/** Draws header, sidebars and the shell's own pages. */
export function mountFrame(shell: Shell): void {
  createRoot(shell.elements.chrome).render(<Frame shell={shell} />);
}
