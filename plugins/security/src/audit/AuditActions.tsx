import { Button, buttonClass, useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { type AuditFilter, auditExport, verifyAudit } from '../securityApi.ts';
import { messages } from './messages.ts';

/** Exports the records that match the filters, and verifies that no record was changed. */
export function AuditActions({ filter }: { filter: AuditFilter }) {
  const { http } = useShell();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ readonly said: string; readonly good: boolean }>();
  const verify = async () => {
    setBusy(true);
    try {
      const { intact, records: count, head, problem = '' } = await verifyAudit(http);
      const said = intact ? text(messages.intact, { count, head }) : text(messages.tampered, { problem });
      setResult({ said, good: intact });
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
