/** In pixels of the viewport. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Size = Pick<Box, 'width' | 'height'>;
export type Place = Pick<Box, 'left' | 'top'>;

/** Between the card and the target, and between the card and the edge of the viewport. */
export const GAP_PX = 16;

/**
 * Returns a position where the card does not cover the target: below, next to, or above it. Without
 * a target, or without room on any side, the card is in the middle.
 */
export function placeCard(card: Size, viewport: Size, target?: Box): Place {
  const most = { left: viewport.width - card.width - GAP_PX, top: viewport.height - card.height - GAP_PX };
  const within = ({ left, top }: Place): Place => ({
    left: Math.max(GAP_PX, Math.min(left, most.left)),
    top: Math.max(GAP_PX, Math.min(top, most.top)),
  });
  const middle = within({
    left: (viewport.width - card.width) / 2,
    top: (viewport.height - card.height) / 2,
  });
  if (!target) return middle;
  const [right, bottom] = [target.left + target.width, target.top + target.height];
  const below = bottom + GAP_PX <= most.top && within({ left: target.left, top: bottom + GAP_PX });
  const beside = right + GAP_PX <= most.left && within({ left: right + GAP_PX, top: target.top });
  // An entry of a column at the left edge: the entries below it stay visible.
  if (target.left < GAP_PX && beside) return beside;
  if (below) return below;
  if (beside) return beside;
  const before = target.left - GAP_PX - card.width;
  if (before >= GAP_PX) return within({ left: before, top: target.top });
  const above = target.top - GAP_PX - card.height;
  return above >= GAP_PX ? within({ left: target.left, top: above }) : middle;
}
