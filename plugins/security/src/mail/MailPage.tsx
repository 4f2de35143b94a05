import { messages as form } from '../form/messages.ts';
import { type Single, SinglePage } from '../form/SinglePage.tsx';
import { PROVIDERS } from '../paths.ts';
import { messages as m } from './messages.ts';

const mail: Single = {
  path: '/mail',
  title: m.title,
  sections: [
    {
      fields: [
        { key: 'enabled', label: m.on, help: m.onHelp, kind: 'check' },
        { key: 'host', label: m.host, kind: 'text', required: true },
        { key: 'port', label: m.port, kind: 'number', min: 1, max: 65_535 },
        {
          key: 'security',
          label: m.security,
          help: m.securityHelp,
          kind: 'choice',
          options: [
            { key: 'tls', label: m.tls },
            { key: 'starttls', label: m.starttls },
            { key: 'none', label: m.none },
          ],
        },
        { key: 'username', label: m.username, kind: 'text' },
        { key: 'password', label: form.password, kind: 'secret', mark: 'hasPassword' },
        { key: 'from', label: m.from, help: m.fromHelp, kind: 'text', required: true },
        { key: 'subjectPrefix', label: m.prefix, kind: 'text' },
      ],
    },
  ],
  fresh: { enabled: true, port: 587, security: 'starttls', subjectPrefix: '[Lading]' },
  testBody: (settings, { to = '' }) => ({ to: to.trim(), settings }),
  extras: [{ key: 'to', label: m.to }],
  back: PROVIDERS,
};

/** Settings of the outgoing email server. */
export function MailPage() {
  return <SinglePage single={mail} />;
}
