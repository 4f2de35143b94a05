/** Domain of events about notifications. Administrators cannot select it. */
export const domain = 'notification';
/** Type of the event that a user sends to try the webhook. */
export const testType = `${domain}.test`;
