import type { ModuleFailure } from '@lading/contract/host';

/** Shown instead of the console when its core fails to load. */
export function showStartFailure(page: Document, error: unknown, again: () => void): void {
  const panel = page.createElement('section');
  panel.className = 'lading-panel';
  panel.setAttribute('role', 'alert');
  const heading = page.createElement('h1');
  heading.textContent = 'The console could not be started';
  const text = page.createElement('p');
  text.textContent = `${wordsFor(error)} Your data is not affected.`;
  const button = page.createElement('button');
  button.type = 'button';
  button.className = 'lading-button';
  button.textContent = 'Reload';
  button.addEventListener('click', again);
  panel.append(heading, text, button);
  (page.getElementById('lading-frame') ?? page.body).replaceChildren(panel);
  endLateLine(page);
}

/** Removes the page's own message for a slow start. */
export function endLateLine(page: Document): void {
  page.getElementById('lading-late')?.remove();
}

function wordsFor(error: unknown): string {
  const { request, reason } = (error ?? {}) as Partial<ModuleFailure>;
  if (request === undefined) return `${error instanceof Error ? error.message : String(error)}.`;
  return `${new URL(request, location.href).pathname} could not be used: ${reason}.`;
}
