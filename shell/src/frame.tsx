import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/** Shows the frame in `element`. */
export function mountFrame(element: HTMLElement): void {
  createRoot(element).render(createElement('header'));
}
