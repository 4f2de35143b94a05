import { contrastFaults, faults, tooWide } from './axe.ts';

/** System preferences, by the media features that report them. */
const SYSTEM = {
  light: [],
  dark: [{ name: 'prefers-color-scheme', value: 'dark' }],
  'high contrast': [{ name: 'prefers-contrast', value: 'more' }],
} as const;

/**
 * Combinations of width, system preferences, and checks. The themes differ only in colors, so a
 * page that was checked completely at one width needs only a contrast check in another theme.
 */
const LOOKS = [
  { width: 1440, look: { light: faults, dark: contrastFaults } },
  { width: 390, look: { 'high contrast': faults } },
  { width: 320, look: { light: tooWide } },
] as const;

/**
 * Returns the violations of the content that `show` displays, by theme and width, without entries
 * for combinations that have none. `show` is called once for each width, and `hide` after it.
 */
export async function lookAt(
  show: (width: number) => Promise<void>,
  hide: () => Promise<void> = async () => {},
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  try {
    for (const { width, look } of LOOKS) {
      await browser.setViewport({ width, height: 900 });
      await show(width);
      for (const [theme, judge] of Object.entries(look)) {
        await systemAsksFor(SYSTEM[theme as keyof typeof SYSTEM]);
        const faulty = await judge();
        if (faulty.length > 0) found[`${theme}, ${width} px`] = faulty;
      }
      await systemAsksFor([]);
      await hide();
    }
  } finally {
    await systemAsksFor([]);
    await browser.setViewport({ width: 1440, height: 900 });
  }
  return found;
}

async function systemAsksFor(features: readonly { name: string; value: string }[]): Promise<void> {
  await browser.sendCommandAndGetResult('Emulation.setEmulatedMedia', { features: [...features] });
}
