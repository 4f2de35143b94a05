import type { ModuleFailure } from '@lading/contract/host';

/** In the place of the console when not even its core could be had. */
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

/** The page's own line, which it shows when the start takes long, has had its time. */
export function endLateLine(page: Document): void {
  page.getElementById('lading-late')?.remove();
}

function wordsFor(error: unknown): string {
  const { request, reason } = (error ?? {}) as Partial<ModuleFailure>;
  if (request === undefined) return `${error instanceof Error ? error.message : String(error)}.`;
  return `${new URL(request, location.href).pathname} could not be used: ${reason}.`;
}
