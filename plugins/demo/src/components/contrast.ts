/** WCAG 2 contrast of two colors (`#rrggbb`), with one decimal and never rounded up. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return Math.floor(((light + 0.05) / (dark + 0.05)) * 10) / 10;
}

/** From 0 for black to 1 for white. */
const WEIGHTS = [0.2126, 0.7152, 0.0722] as const;

function luminance(color: string): number {
  return WEIGHTS.reduce((sum, weight, at) => {
    const part = Number.parseInt(color.slice(1 + 2 * at, 3 + 2 * at), 16) / 255;
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  }, 0);
}
