/**
 * The parts of the frame that a guided tour can outline. Each part has its name in the attribute `data-frame-part`; a part that the
 * user does not have, or that a phone shows only on request, is not in the page or not visible.
 */
export type FramePart = 'menu' | 'menuButton' | 'scopes' | 'search' | 'create' | 'help' | 'user';
