import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** Email server on this machine that stores the emails it receives. */
export interface MailServer {
  readonly port: number;
  /**
   * Returns the link to the console in the newest email to an address, once there are `count` of
   * them.
   */
  link(to: string, count?: number): Promise<string>;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      void text(stream).then((raw) => {
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, raw });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    link: async (to, count = 1) => {
      const found = () => mails.filter((mail) => mail.to === to);
      await browser.waitUntil(() => found().length >= count, { timeoutMsg: `${to} got no mail` });
      const [link] = /https?:\/\/\S+\/ui\/login\/\S+/.exec(readable(found().at(-1)?.raw ?? '')) ?? [];
      if (link === undefined) throw new Error(`There is no link in the mail to ${to}`);
      return link;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Returns the text of an email with one part. */
function readable(raw: string): string {
  const at = raw.indexOf('\r\n\r\n');
  const [head, body] = [raw.slice(0, at), raw.slice(at + 4)];
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body;
  const joined = body.replace(/=\r\n/g, '');
  return joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
