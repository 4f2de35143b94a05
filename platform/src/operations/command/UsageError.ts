export type Env = Readonly<Record<string, string | undefined>>;

/** A command line that cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
