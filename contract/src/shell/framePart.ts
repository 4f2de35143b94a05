/**
 * Parts of the frame that a guided tour can outline, by the attribute `data-frame-part`. A part
 * that the user does not have, or that a phone shows only on request, is absent or not visible.
 */
export type FramePart = 'menu' | 'menuButton' | 'scopes' | 'search' | 'create' | 'help' | 'user';
