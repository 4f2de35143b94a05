/** How long a page may take to show its heading before the focus stays where it is, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * After a navigation: puts the focus on the new page's heading as soon as there is one, so that a keyboard or a screen
 * reader goes on there. Whoever has begun something else meanwhile is not interrupted. Returns a way to give it up.
 */
export function focusHeading(content: HTMLElement): () => void {
  const before = document.activeElement;
  return whenHeading(content, (heading) => {
    const { activeElement } = document;
    const busy = activeElement !== null && activeElement !== before && activeElement !== document.body;
    if (busy && activeElement.isConnected) return;
    // What says where one is by the address, such as a tree, is walked through on and on.
    if (activeElement?.closest('[data-keeps-focus]')) return;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}

/** Calls `then` with the heading of the page that comes next, as soon as there is one. Returns a way to give it up. */
export function whenHeading(content: HTMLElement, then: (heading: HTMLElement) => void): () => void {
  const watch = new MutationObserver(attempt);
  const timer = setTimeout(stop, PATIENCE_MS);
  // The page before leaves within this frame; its heading is not the one.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      watch.observe(content, { childList: true, subtree: true, attributes: true });
      attempt();
    });
  });
  return stop;

  function stop(): void {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    watch.disconnect();
  }

  function attempt(): void {
    const heading = headingIn(content);
    if (!heading) return;
    stop();
    then(heading);
  }
}

/** The heading of what is shown, once nothing of it is on its way. */
function headingIn(content: HTMLElement): HTMLElement | undefined {
  const shown = (element: HTMLElement) => element.closest('[hidden]') === null;
  const busy = [...content.querySelectorAll<HTMLElement>('[aria-busy="true"]')].some(shown);
  return busy ? undefined : [...content.querySelectorAll<HTMLElement>('h1')].find(shown);
}
