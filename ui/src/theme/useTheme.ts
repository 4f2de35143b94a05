import { useState } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import base from './base.css?inline';
import { themeCss } from './themeCss.ts';

/** Adds the theme's colors and the basic fonts to the page. */
export function useTheme(): void {
  const [theme] = useState(themeCss);
  useStyles(theme);
  useStyles(base);
}
