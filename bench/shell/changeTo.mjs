/**
 * Runs in the page: follows a link to `path` and resolves to the milliseconds until `screen` is
 * painted there.
 */
export function changeTo({ path, screen }) {
  return new Promise((resolve) => {
    const link = document.createElement('a');
    link.href = `/ui${path}`;
    document.body.append(link);
    const started = performance.now();
    const watch = new MutationObserver(look);
    watch.observe(document, { childList: true, subtree: true, attributes: true });
    link.click();
    link.remove();
    look();

    function look() {
      if (!document.querySelector(screen)) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - started);
        channel.port2.postMessage(undefined);
      });
    }
  });
}
