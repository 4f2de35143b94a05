/**
 * Rendered Markdown. Like `@lading/ui/preview`, plugins bundle it into code that they load when a
 * text is shown.
 */
export { Markdown } from './Markdown.tsx';
