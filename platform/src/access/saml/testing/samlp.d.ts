/** Types of a package without own types, limited to what the tests use. */
declare module 'samlp' {
  export interface SamlpOptions {
    issuer: string;
    cert: string;
    key: string;
    audience: string;
    recipient?: string;
    destination?: string;
    inResponseTo?: string;
    sessionIndex?: string;
    signResponse?: boolean;
    signAssertion?: boolean;
    lifetimeInSeconds?: number;
    signatureAlgorithm?: string;
    digestAlgorithm?: string;
    samlStatusCode?: string;
    nameIdentifierFormat?: string;
  }
  interface Request {
    query: Record<string, string>;
    body: Record<string, string>;
    method: string;
  }
  interface Parsed {
    id?: string;
    issuer?: string;
    assertionConsumerServiceURL?: string;
  }
  const samlp: {
    parseRequest(
      request: Request,
      options: object,
      done: (error: Error | null, parsed?: Parsed) => void,
    ): void;
    getSamlResponse(
      options: SamlpOptions,
      user: object,
      done: (error: Error | null, xml?: string) => void,
    ): void;
    logout(options: object): (request: Request, response: object, next: (error: Error) => void) => void;
  };
  export default samlp;
}
