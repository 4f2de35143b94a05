import { describe, expect, it } from 'vitest';
import { GAP_PX, placeCard } from './placeCard.ts';

const card = { width: 420, height: 220 };
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

describe('the card of a tour', () => {
  it('is in the middle without a target', () => {
    expect(placeCard(card, desktop)).toEqual({ left: 510, top: 340 });
  });

  it.each([
    [
      'below a target at the top',
      desktop,
      { left: 600, top: 4, width: 300, height: 40 },
      { left: 600, top: 60 },
    ],
    [
      'below a target at the right edge, inside the viewport',
      desktop,
      { left: 1400, top: 4, width: 36, height: 36 },
      { left: 1440 - 420 - GAP_PX, top: 56 },
    ],
    [
      'beside an entry of a column at the left edge',
      desktop,
      { left: 4, top: 128, width: 232, height: 40 },
      { left: 252, top: 128 },
    ],
    ['beside a tall target', desktop, { left: 0, top: 48, width: 240, height: 852 }, { left: 256, top: 48 }],
    [
      'before a tall target at the right edge',
      desktop,
      { left: 1200, top: 48, width: 240, height: 852 },
      { left: 764, top: 48 },
    ],
    [
      'above a target at the bottom of a phone',
      phone,
      { left: 0, top: 780, width: 390, height: 64 },
      { left: 16, top: 544 },
    ],
    [
      'in the middle where no side has room',
      desktop,
      { left: 0, top: 0, width: 1440, height: 900 },
      { left: 510, top: 340 },
    ],
  ])('is %s', (_where, viewport, target, expected) => {
    expect(placeCard({ ...card, width: Math.min(420, viewport.width - 32) }, viewport, target)).toEqual(
      expected,
    );
  });
});
