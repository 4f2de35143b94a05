/** Seconds that a token of `npm login` is good for: 90 days. */
export const tokenLife = 90 * 86_400;
