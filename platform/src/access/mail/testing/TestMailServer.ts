import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** An email server on this machine that stores received emails. */
export class TestMailServer {
  readonly mails: { to: string[]; raw: string }[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #server: SMTPServer;
  /** Response that rejects all emails. */
  refusal: string | undefined;

  private constructor(account: { user: string; password: string } | undefined) {
    this.#server = new SMTPServer({
      authOptional: account === undefined,
      disabledCommands: account ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        if (username === account?.user && password === account?.password) done(null, { user: username });
        else done(new Error('Wrong account'));
      },
      onData: (stream, session, done) => {
        void text(stream).then((raw) => {
          if (this.refusal !== undefined) return done(new Error(this.refusal));
          this.mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
          for (const wake of this.#waiting.splice(0)) wake();
          done();
        });
      },
    });
  }

  static async start(account?: { user: string; password: string }): Promise<TestMailServer> {
    const server = new TestMailServer(account);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    const address = this.#server.server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Returns the email with this index, from 0, after it was received. */
  async mail(at: number): Promise<{ to: string[]; raw: string; text: string }> {
    while (this.mails.length <= at) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const found = this.mails[at] as { to: string[]; raw: string };
    return { ...found, text: decode(found.raw) };
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** Returns the text of a single-part email. */
function decode(raw: string): string {
  const at = raw.indexOf('\r\n\r\n');
  const [head, body] = [raw.slice(0, at), raw.slice(at + 4)];
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
