import { promisify } from 'node:util';
import samlp, { type SamlpOptions } from 'samlp';
import { selfSigned } from '../../../secrets/selfSigned.ts';

export interface TestPerson {
  id: string;
  displayName?: string;
  emails?: { value: string }[];
  groups?: string[];
}

/**
 * A real SAML identity provider that signs its responses. It has no server, because the browser
 * transfers all messages.
 */
export class TestIdp {
  readonly keys = selfSigned('rsa', { days: 60 });

  constructor(readonly entityId = 'https://idp.example.org/saml') {}

  get loginUrl(): string {
    return `${this.entityId}/login`;
  }

  get logoutUrl(): string {
    return `${this.entityId}/logout`;
  }

  get certificate(): string {
    return this.keys.cert;
  }

  /**
   * Returns the fields of the form that the browser posts after the user has signed in at the
   * provider.
   */
  async answer(
    address: string,
    person: TestPerson,
    more: Partial<SamlpOptions> = {},
  ): Promise<{ SAMLResponse: string; RelayState: string; acs: string }> {
    const query = Object.fromEntries(new URL(address).searchParams);
    const request = { query, body: {}, method: 'GET' };
    const parsed = await promisify(samlp.parseRequest)(request, {});
    const acs = parsed?.assertionConsumerServiceURL ?? '';
    const options: SamlpOptions = {
      issuer: this.entityId,
      ...this.keys,
      audience: parsed?.issuer ?? '',
      recipient: acs,
      destination: acs,
      inResponseTo: parsed?.id ?? '',
      sessionIndex: `_session-of-${person.id}`,
      signatureAlgorithm: 'rsa-sha256',
      digestAlgorithm: 'sha256',
      ...more,
    };
    const xml = (await promisify(samlp.getSamlResponse)(options, { name: {}, emails: [], ...person })) ?? '';
    return { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: query.RelayState ?? '', acs };
  }

  /**
   * Sends a logout request to the URL, or handles ours. Returns where the browser is redirected.
   */
  logout(query: Record<string, string>, participant: object): Promise<string> {
    return new Promise((resolve, reject) => {
      const store = new Map<string, object>();
      const logout = samlp.logout({
        deflate: true,
        issuer: this.entityId,
        protocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
        ...this.keys,
        sessionParticipants: participants(participant),
        store: {
          save: (_request: object, state: object, done: (error: null, id: string) => void) => {
            const id = String(store.size);
            store.set(id, state);
            done(null, id);
          },
          load: (_request: object, id: string, ...rest: unknown[]) =>
            (rest.at(-1) as (error: null, state?: object) => void)(null, store.get(id)),
          update: (_request: object, _id: string, _state: object, done: (error: null) => void) => done(null),
        },
      });
      const response = {
        set: () => undefined,
        send: (body: unknown) => reject(new Error(`The identity provider returned ${String(body)}`)),
        redirect: (target: string) => resolve(target),
      };
      logout({ query, body: {}, method: 'GET' }, response, reject);
    });
  }
}

/** Returns one participant, which is removed after it has responded. */
function participants(participant: object) {
  let left: object | undefined = participant;
  type Done = (error: null, found?: object) => void;
  return {
    hasElements: () => left !== undefined,
    getFirst: (done: Done) => done(null, left),
    get: (_issuer: string, _indices: string[], _nameId: string, done: Done) => done(null, participant),
    remove: (_issuer: string, _index: string, _nameId: string, done: Done) => {
      left = undefined;
      done(null);
    },
  };
}
