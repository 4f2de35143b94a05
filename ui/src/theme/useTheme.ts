import { useStyles } from '../styles/adoptStyles.ts';
import tokens from './tokens.css?inline';

/** Puts the theme's tokens into the page. */
export function useTheme(): void {
  useStyles(tokens);
}
