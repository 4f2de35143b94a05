import { createHash } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';

/** A client certificate with its private key, both in PEM form. */
export interface ClientIdentity {
  certificate: string;
  key: string;
}

export interface TlsSettings {
  secureContext?: SecureContext;
}

/** TLS settings of outgoing connections. */
export class Trust {
  readonly #authorities: () => readonly string[] | undefined;
  #shared: TlsSettings | undefined;

  /** `authorities`: certificates in PEM form that replace Node's. */
  constructor(authorities: () => readonly string[] | undefined) {
    this.#authorities = authorities;
  }

  /**
   * Returns the settings. The trusted certificates are read only once: parsing hundreds of them per
   * connection takes longer than connecting, and half of the startup time.
   */
  tls(identity?: ClientIdentity): TlsSettings {
    if (identity) return { secureContext: createSecureContext({ ...this.#ca(), ...certified(identity) }) };
    if (!this.#shared) {
      const ca = this.#ca();
      this.#shared = ca ? { secureContext: createSecureContext(ca) } : {};
    }
    return this.#shared;
  }

  #ca(): { ca: string[] } | undefined {
    const ca = this.#authorities();
    return ca && { ca: [...ca] };
  }
}

function certified({ certificate: cert, key }: ClientIdentity) {
  return { cert, key };
}

/** Name of an identity, to separate its connections from others. */
export function fingerprint(identity: ClientIdentity | undefined): string {
  if (!identity) return '';
  return createHash('sha256').update(`${identity.certificate}\n${identity.key}`).digest('hex');
}
