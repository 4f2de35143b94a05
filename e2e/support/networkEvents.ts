const events = ['network.beforeRequestSent', 'network.responseCompleted', 'network.fetchError'] as const;

/** Messages after which WebdriverIO navigates again by the classic command. */
const interrupted =
  /navigation canceled by concurrent navigation|failed with error: unknown error|no such frame/;

/**
 * Unsubscribes from the events that WebdriverIO receives for every request of every page, and
 * replaces its `url` command, the only one that reads them. They take 80 ms of CPU per page, an
 * eighth of all. `url` then returns nothing. A test that reads requests subscribes to the events.
 */
export async function ignoreRequests(): Promise<void> {
  await unsubscribe();
  browser.overwriteCommand('url', async (url, path, options) => {
    if (options || !/^https?:/.test(path)) return url(path, options);
    const context = await browser.getWindowHandle();
    await browser.browsingContextNavigate({ context, url: path, wait: 'complete' }).catch((error: Error) => {
      if (!interrupted.test(error.message)) throw error;
      return browser.navigateTo(path);
    });
  });
}

/** WebdriverIO subscribes again in a reloaded session. */
export async function unsubscribe(): Promise<void> {
  await browser.sessionUnsubscribe({ events: [...events] });
}
