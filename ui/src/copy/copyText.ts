/** Copies a text; says whether that worked. Browsers have a clipboard on HTTPS and on localhost alone. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // The clipboard is there but not allowed: the older way may still be.
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'ld-hidden';
  document.body.append(area);
  area.select();
  const done = document.execCommand?.('copy') ?? false;
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
