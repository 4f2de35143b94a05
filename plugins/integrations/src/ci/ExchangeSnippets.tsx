import type { OidcProviderDetails } from '@lading/contract/rest';
import { useText } from '@lading/ui';
import { CodeBlock } from '@lading/ui/display';
import { exchangeSnippets } from './exchangeSnippets.ts';
import { messages } from './messages.ts';

/** Steps of pipelines that exchange the ID token of a job. */
export function ExchangeSnippets({ provider }: { provider: OidcProviderDetails }) {
  const text = useText();
  return (
    <section aria-labelledby="ci-use">
      <h2 id="ci-use">{text(messages.use)}</h2>
      <p className="ld-soft">{text(messages.useAbout)}</p>
      <CodeBlock label={text(messages.use)} tabs={exchangeSnippets(provider, location.origin)} />
      <p className="ld-soft">{text(messages.publishAbout)}</p>
    </section>
  );
}
