import { useState } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import base from './base.css?inline';
import { themeCss } from './themeCss.ts';

/** Puts the theme's colours and the page's basic type into the page. */
export function useTheme(): void {
  const [theme] = useState(themeCss);
  useStyles(theme);
  useStyles(base);
}
