export { renderInShell } from './renderInShell.tsx';
