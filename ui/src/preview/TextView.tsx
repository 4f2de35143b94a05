import { Button, useText } from '@lading/ui';
import { useMemo, useState } from 'react';
import { indentJson } from './indentJson.ts';
import { messages } from './messages.ts';

/** A text that browsers never run. JSON is indented, unless the user wants the original. */
export function TextView({ path, content }: { path: string; content: string }) {
  const text = useText();
  const indented = useMemo(() => (/\.json$/i.test(path) ? indentJson(content) : undefined), [path, content]);
  const [original, setOriginal] = useState(false);
  if (content === '') return <p>{text(messages.emptyFile)}</p>;
  return (
    <>
      {indented !== undefined && indented !== content && (
        <div className="ld-preview__buttons">
          <Button
            label={text(original ? messages.formatted : messages.original)}
            onClick={() => setOriginal(!original)}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="ld-preview__text" aria-label={text(messages.textOf, { path })} tabIndex={0}>
        <pre>{original ? content : (indented ?? content)}</pre>
      </section>
    </>
  );
}
