/** Whether the writing direction is right to left: the left arrow key then moves forward. */
export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}
