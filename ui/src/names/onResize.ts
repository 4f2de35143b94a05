const callbacks = new WeakMap<Element, () => void>();
let observer: ResizeObserver | undefined;

/**
 * Calls back now and whenever the element's size changes; returns a function to stop. All callers
 * share one observer.
 */
export function onResize(element: Element, callback: () => void): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) callbacks.get(target)?.();
  });
  const watching = observer;
  callbacks.set(element, callback);
  watching.observe(element);
  return () => watching.unobserve(element);
}
