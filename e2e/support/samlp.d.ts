/** Types of the used part of the package, which has none. */
declare module 'samlp' {
  interface Parsed {
    id?: string;
    issuer?: string;
    assertionConsumerServiceURL?: string;
  }
  interface Request {
    query: Record<string, string>;
    body: Record<string, string>;
    method: string;
  }
  const samlp: {
    parseRequest(
      request: Request,
      options: object,
      done: (error: Error | null, parsed?: Parsed) => void,
    ): void;
    getSamlResponse(options: object, user: object, done: (error: Error | null, xml?: string) => void): void;
  };
  export default samlp;
}
