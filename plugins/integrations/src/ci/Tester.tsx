import type { OidcTestResult } from '@lading/contract/rest';
import { Button, FormFailure, type Text, useShell, useText } from '@lading/ui';
import { TextAreaField } from '@lading/ui/edit';
import { type FormEvent, useState } from 'react';
import { testIdentity } from './ciApi.ts';
import { messages } from './messages.ts';

/** Explains why an ID token gets an access token, or why not. */
export function Tester({ provider }: { provider: string }) {
  const { http } = useShell();
  const text = useText();
  const [input, setInput] = useState('');
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<OidcTestResult>();
  const [failure, setFailure] = useState<string>();
  const run = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      setResult(await testIdentity(http, provider, input));
    } catch (cause) {
      setResult(undefined);
      setFailure(cause instanceof Error ? cause.message : String(cause));
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="ci-tester">
      <h2 id="ci-tester">{text(messages.tester)}</h2>
      <p className="ld-soft">{text(messages.testerAbout)}</p>
      <form onSubmit={(event) => void run(event)}>
        <TextAreaField
          label={text(messages.testInput)}
          name="input"
          code
          rows={4}
          value={input}
          onChange={setInput}
        />
        <Button type="submit" label={text(messages.test)} busy={busy} disabled={input.trim() === ''} />
      </form>
      {failure !== undefined && <FormFailure text={failure} />}
      {result && <Result result={result} />}
    </section>
  );
}

function Result({ result }: { result: OidcTestResult }) {
  const text = useText();
  return (
    <div className="integrations-ci__result" role="status">
      <p>
        <strong>{verdict(result, text)}</strong>
      </p>
      {!result.mappings.some(({ applies }) => applies) && <p>{text(messages.noneMatches)}</p>}
      {result.mappings.map(({ name, matches, applies, checks }) => {
        const summary = applies ? messages.applies : matches ? messages.matchesLater : messages.mismatch;
        return (
          <table key={name}>
            <caption>{text(summary, { name })}</caption>
            <thead>
              <tr>
                {[messages.claim, messages.expected, messages.actual, messages.result].map((title) => (
                  <th key={title.id} scope="col">
                    {text(title)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {checks.map((check) => (
                <tr key={check.claim}>
                  <th scope="row">{check.claim}</th>
                  <td className="ld-mono">{check.expected.join(' | ')}</td>
                  <td className="ld-mono">{check.actual.join(', ') || text(messages.missing)}</td>
                  <td>{text(check.matches ? messages.ok : messages.wrong)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}

function verdict({ problem, verified }: OidcTestResult, text: Text): string {
  if (problem !== undefined) return text(messages.rejected, { reason: problem });
  return text(verified ? messages.valid : messages.unverified);
}
