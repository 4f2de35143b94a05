/** Time a page has to show its heading before the focus stays unchanged, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Moves the focus to the new page's heading after a navigation, so that keyboards and screen
 * readers continue there. Does nothing if the user has focused something else than `before` since
 * then. Returns a function that cancels it.
 */
export function focusHeading(content: HTMLElement, before = document.activeElement): () => void {
  return whenHeading(content, (heading) => {
    const { activeElement } = document;
    const busy = activeElement !== null && activeElement !== before && activeElement !== document.body;
    if (busy && activeElement.isConnected) return;
    // Elements such as trees change the URL while the user moves through them and keep the focus.
    if (activeElement?.closest('[data-keeps-focus]')) return;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}

/**
 * Calls `then` with the next page's heading once it is shown. Returns a function that cancels it.
 */
export function whenHeading(
  content: HTMLElement,
  then: (heading: HTMLElement) => void,
  selector = 'h1',
): () => void {
  const watch = new MutationObserver(attempt);
  const timer = setTimeout(stop, PATIENCE_MS);
  // The previous page is removed within this frame; its heading must be ignored.
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
    const heading = headingIn(content, selector);
    if (!heading) return;
    stop();
    then(heading);
  }
}

/** Returns the visible heading once the page has finished loading. */
function headingIn(content: HTMLElement, selector: string): HTMLElement | null {
  const visible = (of: string) => content.querySelector<HTMLElement>(`:is(${of}):not([hidden],[hidden] *)`);
  return visible('[aria-busy=true]') ? null : visible(selector);
}
