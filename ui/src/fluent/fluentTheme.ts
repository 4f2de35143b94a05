import type { IPalette, IPartialTheme } from '@fluentui/react/lib/Styling';

const token = (name: string) => `var(--ld-${name})`;

const palette: Partial<IPalette> = {
  themePrimary: token('accent'),
  themeDarkAlt: token('accent-hover'),
  themeDark: token('accent-pressed'),
  themeDarker: token('accent-pressed'),
  themeSecondary: token('accent'),
  themeTertiary: token('accent'),
  themeLight: token('bg-selected'),
  themeLighter: token('bg-selected'),
  themeLighterAlt: token('bg-selected'),
  black: token('text'),
  neutralDark: token('text'),
  neutralPrimary: token('text'),
  neutralPrimaryAlt: token('text'),
  neutralSecondary: token('text-soft'),
  neutralSecondaryAlt: token('text-soft'),
  neutralTertiary: token('text-disabled'),
  neutralTertiaryAlt: token('line-strong'),
  neutralQuaternary: token('line'),
  neutralQuaternaryAlt: token('bg-pressed'),
  neutralLight: token('bg-hover'),
  neutralLighter: token('bg-hover'),
  neutralLighterAlt: token('bg-soft'),
  white: token('bg'),
  accent: token('accent'),
  red: token('error'),
  redDark: token('error'),
};

const font = { fontFamily: 'var(--ld-font)', fontWeight: 400 } as const;

/**
 * Fluent UI theme with the console's colors and fonts. Uses custom properties, so that switching
 * themes costs nothing.
 */
export const FLUENT_THEME: IPartialTheme = {
  palette,
  semanticColors: {
    inputPlaceholderText: token('text-placeholder'),
    inputBorder: token('line-strong'),
    inputBorderHovered: token('text-soft'),
    inputFocusBorderAlt: token('focus'),
    focusBorder: token('focus'),
    disabledText: token('text-disabled'),
    disabledBodyText: token('text-disabled'),
    primaryButtonTextDisabled: token('text-disabled'),
    buttonTextDisabled: token('text-disabled'),
    errorText: token('error'),
    link: token('link'),
    linkHovered: token('accent-hover'),
    menuBackground: token('bg'),
    primaryButtonText: token('on-accent'),
    primaryButtonTextHovered: token('on-accent'),
    primaryButtonTextPressed: token('on-accent'),
  },
  fonts: {
    small: { ...font, fontSize: 12 },
    smallPlus: { ...font, fontSize: 12 },
    medium: { ...font, fontSize: 14 },
    mediumPlus: { ...font, fontSize: 14 },
    large: { ...font, fontSize: 16 },
    xLarge: { ...font, fontSize: 20, fontWeight: 600 },
  },
  effects: { roundedCorner2: 'var(--ld-radius)', elevation8: '0 4px 16px var(--ld-shadow)' },
};
