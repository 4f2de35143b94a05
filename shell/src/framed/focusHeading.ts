/** Moves the focus to the heading of the page, or its first one to come, as the console does. */
export function focusHeading(page: HTMLElement): void {
  const watch = new MutationObserver(attempt);
  watch.observe(page, { childList: true, subtree: true });
  attempt();

  function attempt(): void {
    if (document.activeElement !== null && document.activeElement !== document.body) watch.disconnect();
    else if (page.querySelector('[aria-busy="true"]') === null) {
      const heading = page.querySelector('h1');
      if (!heading) return;
      watch.disconnect();
      if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  }
}
