/** The trash of all users, for administrators. */
export const TRASH = '/admin/artifactory/trash';
/** Page of the items that the user can restore. */
export const OWN_TRASH = '/trash';
