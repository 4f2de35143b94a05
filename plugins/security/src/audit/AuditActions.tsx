import type { Http } from '@lading/contract';
import { Button, buttonClass, useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { type AuditFilter, auditExport, verifyAudit } from '../securityApi.ts';
import { messages } from './messages.ts';

interface Result {
  readonly said: string;
  readonly good: boolean;
}

/** Verifies all records in parts, and reports the progress. Throws `HttpFailure`. */
async function verifyAll(
  http: Http,
  text: ReturnType<typeof useText>,
  onProgress: (said: string) => void,
): Promise<Result> {
  let count = 0;
  for (let after = 0; ; ) {
    const { intact, records, first, last, head, problem = '', next } = await verifyAudit(http, after);
    if (!intact) return { said: text(messages.tampered, { problem }), good: false };
    count += records;
    if (next === undefined) return { said: text(messages.intact, { count, head }), good: true };
    onProgress(text(messages.verifying, { count, total: count + last - first + 1 - records }));
    after = next;
  }
}

/** Exports the records that match the filters, and verifies that no record was changed. */
export function AuditActions({ filter }: { filter: AuditFilter }) {
  const { http } = useShell();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const verify = async () => {
    setBusy(true);
    try {
      setResult(await verifyAll(http, text, (said) => setResult({ said, good: true })));
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      setResult({ said: text(messages.notVerified, { cause }), good: false });
    }
    setBusy(false);
  };
  return (
    <>
      <div className="security-actions">
        {(['csv', 'json'] as const).map((format) => (
          <a key={format} className={buttonClass('plain')} href={auditExport(filter, format)} download>
            {text(messages[format])}
          </a>
        ))}
        <Button label={text(messages.verify)} busy={busy} onClick={() => void verify()} />
      </div>
      {result && (
        <p className={result.good ? 'security-verified' : 'security-verified security-bad'} role="status">
          {result.said}
        </p>
      )}
    </>
  );
}
