import type { Disposer } from '@lading/contract';

/** Calls `act` once the element is visible. */
export function whenVisible(element: HTMLElement, act: () => void): Disposer {
  if (typeof IntersectionObserver === 'undefined') {
    act();
    return () => {};
  }
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    act();
  });
  watch.observe(element);
  return () => watch.disconnect();
}
