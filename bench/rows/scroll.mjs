/**
 * Runs in the page: scrolls the list by `pixels` in every frame for `milliseconds`, and after each
 * frame was drawn looks whether rows' boxes cover it. Turns round at the end of the list.
 */
export function scroll({ pixels, milliseconds }) {
  const scrollable = (element) =>
    element.scrollHeight > element.clientHeight + 10 &&
    /auto|scroll/.test(getComputedStyle(element).overflowY);
  const inner = [...document.querySelectorAll('main, main *')].filter(scrollable);
  const list = inner.sort((a, b) => b.scrollHeight - a.scrollHeight)[0] ?? document.scrollingElement;
  const box =
    list === document.scrollingElement
      ? document.querySelector('main').getBoundingClientRect()
      : list.getBoundingClientRect();
  const top = Math.max(0, box.top) + 60;
  const bottom = Math.min(innerHeight, box.bottom) - 10;
  const points = [0, 0.25, 0.5, 0.75, 1].map((share) => top + (bottom - top) * share);
  const covered = () =>
    points.every((y) =>
      document
        .elementsFromPoint(box.left + box.width / 2, y)
        .some((element) => element.closest('[role="row"]')),
    );
  const found = { frames: 0, blank: 0, height: list.scrollHeight, passed: 0 };
  let direction = 1;
  return new Promise((resolve) => {
    const started = performance.now();
    const channel = new MessageChannel();
    // A message sent from a frame's callback arrives when that frame has been drawn.
    channel.port1.onmessage = () => {
      found.frames += 1;
      if (!covered()) found.blank += 1;
      if (performance.now() - started > milliseconds) resolve({ ...found, height: list.scrollHeight });
      else step();
    };
    const step = () => {
      const before = list.scrollTop;
      list.scrollTop += pixels * direction;
      found.passed += Math.round(
        Math.abs(list.scrollTop - before) /
          (document.querySelector('main [role="row"]:last-of-type')?.offsetHeight || 40),
      );
      if (list.scrollTop === before) direction = -direction;
      requestAnimationFrame(() => channel.port2.postMessage(undefined));
    };
    step();
  });
}

/**
 * Runs in the page: goes to the end until the list holds all there is; how many rows, and how long
 * it took in ms.
 */
export async function fillList() {
  const list = document.querySelector('main [role="grid"]');
  const shown = () => document.querySelector('main [role="status"]').textContent;
  const started = performance.now();
  while (/ of |so far/.test(shown()) && performance.now() - started < 300_000) {
    list.scrollTop = list.scrollHeight;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return { rows: Number(shown().replace(/\D/g, '')), loading: performance.now() - started };
}
