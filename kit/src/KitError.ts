/** Something that the plug-in's author can put right: printed as it is, without a stack. */
export class KitError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'KitError';
  }
}
