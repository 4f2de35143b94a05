import { formatText, type Message, message, type TextValues } from '@lading/contract';
import polish from './pl.json';

export const messages = {
  heading: message('develop.heading', 'Development override'),
  active: message('develop.active', 'Development override: this page loads {plugin} from {origin}.'),
  lost: message(
    'develop.lost',
    'The development server at {origin} is not responding, so this page uses the installed version of {plugin}, if there is one. Start the server and reload, or stop the override.',
  ),
  rejected: message(
    'develop.rejected',
    'The development server at {origin} rejects the definition of {plugin}, so this page uses the installed version, if there is one.',
  ),
  expired: message('develop.expired', 'The development override of {plugin} has expired. Reload the page.'),
  left: message('develop.left', 'Expires in {hours} h {minutes} min.'),
  stop: message('develop.stop', 'Stop override'),
  reload: message('develop.reload', 'Reload'),
  stopFailed: message('develop.stopFailed', 'Failed to stop the override: {reason}. Try again.'),
  error: message('develop.error', 'Error in {plugin}'),
  close: message('develop.close', 'Close'),
} as const;

/** Calls `run` now and whenever the user selects another language. */
export function inLanguage(
  page: Document,
  run: (say: (message: Message, values?: TextValues) => string) => void,
): void {
  const { documentElement: root } = page;
  const show = () =>
    run(({ id, text }, values) => {
      const own = root.lang === 'pl' ? (polish as Record<string, string>)[id] : undefined;
      return formatText(own === undefined ? 'en' : root.lang, own ?? text, values);
    });
  show();
  new MutationObserver(show).observe(root, { attributeFilter: ['lang'] });
}
