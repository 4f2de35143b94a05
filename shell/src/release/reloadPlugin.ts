import { message } from '@lading/contract';
import { autorun } from 'mobx';
import { messages as coreMessages } from '../messages.ts';
import type { FramesModule } from '../plugins/FramesModule.ts';
import type { Shell } from '../Shell.ts';

const messages = {
  title: message('shell.release.reloadFor', 'Reload to open {page}'),
  about: message(
    'shell.release.untrustedNow',
    'The plugin {plugin} has become untrusted since this page was loaded. After a reload, it runs in a sandboxed frame.',
  ),
};

/**
 * Returns a module in place of that of a plugin that became untrusted in a page without frames: it
 * asks to reload the page, and never loads the code.
 */
export const reloadPlugin: FramesModule['framedPlugin'] = (shell, { specifier }, slot) => {
  // A function of a contribution that was withdrawn, such as an action in an open menu.
  if (!slot) throw new Error(shell.language.text(messages.about, { plugin: specifier }));
  const stops = new Map<HTMLElement, () => void>();
  return {
    default: {},
    bootstrap: async () => {},
    mount: async ({ domElement }) => {
      const draw = () => domElement.replaceChildren(panel(shell, specifier));
      stops.set(domElement, autorun(draw));
    },
    unmount: async ({ domElement }) => {
      stops.get(domElement)?.();
      stops.delete(domElement);
      domElement.replaceChildren();
    },
  };
};

function panel({ language, page }: Shell, plugin: string): HTMLElement {
  const section = Object.assign(document.createElement('section'), { className: 'lading-panel' });
  section.setAttribute('role', 'alert');
  const heading = document.createElement('h1');
  heading.textContent = language.text(messages.title, { page: language.text(page.title) });
  heading.tabIndex = -1;
  // Recent pages don't list it.
  heading.dataset.heading = '';
  const about = document.createElement('p');
  about.textContent = language.text(messages.about, { plugin });
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'lading-button lading-button-main' });
  button.textContent = language.text(coreMessages.reload);
  button.addEventListener('click', () => location.reload());
  section.append(heading, about, button);
  return section;
}
