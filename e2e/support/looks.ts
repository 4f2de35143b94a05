import { contrastFaults, faults, tooWide } from './axe.ts';

/** What the system asks for, by the media features that say so. */
const SYSTEM = {
  light: [],
  dark: [{ name: 'prefers-color-scheme', value: 'dark' }],
  'high contrast': [{ name: 'prefers-contrast', value: 'more' }],
} as const;

/**
 * How everything is looked at: on what width, as which system asks, for what. The themes differ in their colours alone, so that what
 * has been looked at whole in one width needs no more than its contrast looked at in another theme.
 */
const LOOKS = [
  { width: 1440, look: { light: faults, dark: contrastFaults } },
  { width: 390, look: { 'high contrast': faults } },
  { width: 320, look: { light: tooWide } },
] as const;

/**
 * What is wrong with what `show` brings, by theme and width; what is right is left out.
 * @param show is called once for each width, and `hide` after it.
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
