import type { Http } from '@lading/contract';
import type { NewToken, TokenSummary } from '@lading/contract/rest';
import { PagedRows } from '@lading/ui/table';
import { makeObservable, observableRef, runInAction } from 'mobx';
import { createToken, readTokens, revokeToken } from './tokensApi.ts';

/** One's own access tokens. */
export class TokensStore {
  readonly http: Http;
  readonly #user: string;

  rows: PagedRows<TokenSummary>;
  /** The token that was made last: it is shown once. */
  made: { readonly token: string; readonly description: string } | undefined;

  constructor(http: Http, user: string) {
    this.http = http;
    this.#user = user;
    this.rows = this.#fetch();
    makeObservable(this, { rows: observableRef, made: observableRef });
  }

  /** Throws `HttpFailure`. */
  async create(token: NewToken): Promise<void> {
    const answer = await createToken(this.http, token);
    runInAction(() => {
      this.made = { token: answer.access_token, description: token.description ?? '' };
    });
    this.reload();
  }

  /** Throws `HttpFailure`. */
  async revoke({ token_id }: TokenSummary): Promise<void> {
    await revokeToken(this.http, token_id);
    this.reload();
  }

  /** The token has been copied, or is not wanted. */
  putAway(): void {
    runInAction(() => {
      this.made = undefined;
    });
  }

  /** Shows what is there now, once it is known. */
  reload(): void {
    const fresh = this.#fetch();
    fresh.want(0, 0);
    void fresh.settled(5_000).then(() =>
      runInAction(() => {
        this.rows.dispose();
        this.rows = fresh;
      }),
    );
  }

  #fetch(): PagedRows<TokenSummary> {
    return new PagedRows(async (_cursor, signal) => {
      const rows = await readTokens(this.http, this.#user, signal);
      return { rows, next: undefined, total: rows.length };
    });
  }
}
