/**
 * Runs in the page: goes to the end until the folder's children are all there; how many lines, and
 * how long it took in ms.
 */
export async function fillTree(children) {
  const tree = document.querySelector('[role="tree"]');
  const lines = () => tree.firstElementChild.offsetHeight / 28;
  const started = performance.now();
  while (lines() < children && performance.now() - started < 120_000) {
    tree.scrollTop = tree.scrollHeight;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return { lines: lines(), loading: performance.now() - started };
}

/**
 * Runs in the page: scrolls the tree by `pixels` in every frame for `milliseconds`, and after each
 * frame was drawn looks whether lines cover it. Turns round at its ends.
 */
export function scrollTree({ pixels, milliseconds }) {
  const tree = document.querySelector('[role="tree"]');
  const box = tree.getBoundingClientRect();
  const points = [0.02, 0.25, 0.5, 0.75, 0.98].map((share) => box.top + box.height * share);
  const covered = () =>
    points.every((y) =>
      document.elementFromPoint(box.left + box.width / 2, y)?.closest('.repositories-line'),
    );
  const found = { frames: 0, blank: 0, long: 0 };
  let direction = -1;
  let last = performance.now();
  return new Promise((resolve) => {
    const started = last;
    const channel = new MessageChannel();
    // A message sent from a frame's callback arrives when that frame has been drawn.
    channel.port1.onmessage = () => {
      const now = performance.now();
      found.frames += 1;
      if (!covered()) found.blank += 1;
      if (now - last > 50) found.long += 1;
      last = now;
      if (now - started > milliseconds) resolve(found);
      else step();
    };
    const step = () => {
      const before = tree.scrollTop;
      tree.scrollTop += pixels * direction;
      if (tree.scrollTop === before) direction = -direction;
      requestAnimationFrame(() => channel.port2.postMessage(undefined));
    };
    step();
  });
}
