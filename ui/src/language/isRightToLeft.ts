/** Whether what follows stands to the left: then the left arrow goes on, and the right one back. */
export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}
