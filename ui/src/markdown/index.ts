/**
 * Rendered Markdown. Plugins bundle it into what they load when a text is shown, like
 * `@lading/ui/preview`.
 */
export { Markdown } from './Markdown.tsx';
