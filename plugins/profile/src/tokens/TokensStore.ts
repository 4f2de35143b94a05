import type { Http } from '@lading/contract';
import type { NewToken, TokenList, TokenSummary } from '@lading/contract/rest';
import { SwappedRows } from '@lading/ui/table';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import { selectTokens, type TokenQuery, tokenQueryAddress } from './tokenQuery.ts';
import { createToken, readTokens, revokeToken } from './tokensApi.ts';

interface Wanted {
  readonly query: TokenQuery;
  /** Incremented when a token is created or revoked: a different revision has different tokens. */
  readonly revision: number;
}

/** Access tokens of the user. */
export class TokensStore {
  readonly http: Http;
  readonly #user: string;
  readonly #language: string;
  readonly rows: SwappedRows<Wanted, TokenSummary>;
  #query: TokenQuery | undefined;
  #revision = 0;
  /** All tokens, fetched once per revision. */
  #all: { readonly revision: number; readonly tokens: Promise<TokenList> } | undefined;

  /** Whether the user has any token; `undefined` until known. */
  some: boolean | undefined;
  /** Maximum lifetime of a new token in seconds; `undefined`: none, or not known yet. */
  maxSeconds: number | undefined;
  /** The most recently created token, which is shown only once. */
  made: { readonly token: string; readonly description: string } | undefined;

  constructor(http: Http, user: string, language: string) {
    this.http = http;
    this.#user = user;
    this.#language = language;
    this.rows = new SwappedRows<Wanted, TokenSummary>(
      ({ query, revision }) => `${revision} ${tokenQueryAddress(query)}`,
      async ({ query, revision }) => {
        const rows = selectTokens(await this.#tokens(revision), query, this.#language);
        return { rows, next: undefined, total: rows.length };
      },
    );
    makeObservable(this, { some: observable, maxSeconds: observable, made: observableRef });
  }

  show(query: TokenQuery): void {
    this.#query = query;
    this.rows.show({ query, revision: this.#revision });
  }

  /** Throws `HttpFailure`. */
  async create(token: NewToken): Promise<void> {
    const answer = await createToken(this.http, token);
    runInAction(() => {
      this.made = { token: answer.access_token, description: token.description ?? '' };
    });
    this.#changed();
  }

  /** Throws `HttpFailure`. */
  async revoke({ token_id }: TokenSummary): Promise<void> {
    await revokeToken(this.http, token_id);
    this.#changed();
  }

  /** Hides the new token after it was copied or dismissed. */
  putAway(): void {
    runInAction(() => {
      this.made = undefined;
    });
  }

  #changed(): void {
    this.#revision++;
    if (this.#query) this.show(this.#query);
  }

  async #tokens(revision: number): Promise<TokenSummary[]> {
    const known = this.#all?.revision === revision ? this.#all.tokens : undefined;
    // One fetch serves every sort order, so a canceled caller must not abort it for the others.
    const tokens = known ?? readTokens(this.http, this.#user);
    this.#all = { revision, tokens };
    try {
      const found = await tokens;
      runInAction(() => {
        this.some = found.tokens.length > 0;
        this.maxSeconds = found.max_expires_in;
      });
      return found.tokens;
    } catch (error) {
      if (this.#all?.tokens === tokens) this.#all = undefined;
      throw error;
    }
  }
}
