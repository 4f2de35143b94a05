import { useTheme } from '@lading/ui';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/** Adds the colors and fonts of the console to the document, also for plugins without React. */
export function applyTheme(): void {
  createRoot(document.createElement('div')).render(createElement(Theme));
}

function Theme() {
  useTheme();
  return null;
}
