/** In the place of the console when not even its core could be fetched. */
export function showStartFailure(page: Document, again: () => void): void {
  const panel = page.createElement('section');
  panel.className = 'lading-panel';
  panel.setAttribute('role', 'alert');
  const heading = page.createElement('h1');
  heading.textContent = 'The console could not be started';
  const text = page.createElement('p');
  text.textContent = 'Its files could not be fetched from the server. Your data is not affected.';
  const button = page.createElement('button');
  button.type = 'button';
  button.textContent = 'Retry';
  button.addEventListener('click', again);
  panel.append(heading, text, button);
  (page.getElementById('lading-frame') ?? page.body).replaceChildren(panel);
}
