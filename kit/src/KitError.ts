/** An error that the plugin's author can fix: printed without a stack trace. */
export class KitError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'KitError';
  }
}
