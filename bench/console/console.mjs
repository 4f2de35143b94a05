// Page load times compared to the peer's, with many plugins in the map, and after a plugin update.
import { startBrowser } from '../harness/browser.mjs';
import { selfSigned } from '../harness/certificate.mjs';
import { measurePages } from './pages.mjs';
import { measurePlugins } from './plugins.mjs';

export async function measure({ quick, log }) {
  const certificate = selfSigned();
  const browser = await startBrowser({ trusted: certificate.trusted });
  try {
    return [
      ...(await measurePages({ browser, certificate, quick, log })),
      ...(await measurePlugins({ browser, certificate, quick, log })),
    ];
  } finally {
    await browser.stop();
  }
}
