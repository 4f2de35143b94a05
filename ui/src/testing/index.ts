export { routeOpener, screenOpener } from './openAt.tsx';
export { renderInShell } from './renderInShell.tsx';
