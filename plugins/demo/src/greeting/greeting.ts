import { message, type PluginLifecycles } from '@lading/contract';

const messages = {
  hello: message('demo.greeting.hello', 'Hello, {name}.'),
  visitor: message('demo.greeting.visitor', 'anonymous user'),
  plain: message(
    'demo.greeting.plain',
    'This part uses no framework: a plugin can provide its own lifecycles.',
  ),
} as const;

/** Part without a framework: `unmount` removes the elements that `mount` added. */
export const greeting: PluginLifecycles = {
  bootstrap: async () => {},
  mount: async ({ domElement, shell: { language, user } }) => {
    const name =
      user.current && !user.current.anonymous ? user.current.name : language.text(messages.visitor);
    const lines = [language.text(messages.hello, { name }), language.text(messages.plain)].map((text) => {
      const line = document.createElement('p');
      line.textContent = text;
      return line;
    });
    domElement.replaceChildren(...lines);
  },
  unmount: async ({ domElement }) => domElement.replaceChildren(),
};
