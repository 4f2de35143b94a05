import type { UserImportResult } from '@lading/contract/rest';
import { Button, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { TextAreaField } from '@lading/ui/edit';
import { useState } from 'react';
import { USERS } from '../paths.ts';
import css from './bulk.css?inline';
import { importUsers } from './bulkApi.ts';
import { bulkMessages as messages } from './bulkMessages.ts';
import { messages as userMessages } from './messages.ts';

/** Users from CSV: a preview of every line first. */
export function ImportPage() {
  useStyles(css);
  const { http, notifications } = useShell();
  const text = useText();
  const [csv, setCsv] = useState('');
  const [result, setResult] = useState<UserImportResult>();
  const [busy, setBusy] = useState(false);
  const run = async (dryRun: boolean) => {
    setBusy(true);
    try {
      const done = await importUsers(http, { csv, dry_run: dryRun });
      setResult(done);
      if (!dryRun) notifications.success(text(messages.created, { count: done.created }));
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      notifications.error(text(messages.notImported, { cause }));
    }
    setBusy(false);
  };
  const change = (value: string) => {
    setCsv(value);
    setResult(undefined);
  };
  return (
    <PageFrame above={[{ label: text(userMessages.users), to: USERS }]} heading={text(messages.import)}>
      <p className="ld-soft">{text(messages.importAbout)}</p>
      <label className="admin-import__file">
        {text(messages.file)}{' '}
        <input
          type="file"
          accept=".csv,text/csv"
          onChange={async ({ target }) => {
            const [file] = target.files ?? [];
            if (file) change(await file.text());
          }}
        />
      </label>
      <TextAreaField
        label={text(messages.csv)}
        name="csv"
        rows={8}
        code
        value={csv}
        onChange={change}
        help={text(messages.csvHelp)}
      />
      <div className="admin-import__buttons">
        <Button
          label={text(messages.preview)}
          busy={busy}
          disabled={csv.trim() === ''}
          onClick={() => void run(true)}
        />
        {result?.dry_run && result.created > 0 && (
          <Button
            kind="main"
            label={text(messages.create, { count: result.created })}
            busy={busy}
            onClick={() => void run(false)}
          />
        )}
      </div>
      {result && <Lines result={result} />}
    </PageFrame>
  );
}

function Lines({ result: { lines, dry_run: dryRun } }: { result: UserImportResult }) {
  const text = useText();
  const outcomeOf = ({ outcome, reason = '' }: UserImportResult['lines'][number]) => {
    if (outcome === 'created') return text(dryRun ? messages.willCreate : messages.wasCreated);
    return outcome === 'exists' ? text(messages.exists) : text(messages.invalid, { reason });
  };
  return (
    <table className="admin-import__lines">
      <thead>
        <tr>
          {[messages.line, messages.user, messages.outcome].map((label) => (
            <th key={label.id} scope="col">
              {text(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.line}>
            <td>{line.line}</td>
            <td>{line.username}</td>
            <td>
              <div>{outcomeOf(line)}</div>
              {line.groups && line.groups.length > 0 && (
                <div className="ld-soft">{text(messages.groups, { groups: line.groups.join(', ') })}</div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
