import { Button, useText } from '@lading/ui';
import { useMemo, useState } from 'react';
import { Markdown } from '../markdown/Markdown.tsx';
import { indentJson } from './indentJson.ts';
import { indentXml } from './indentXml.ts';
import { messages } from './messages.ts';
import { contentUrl, type ShownFile } from './previewApi.ts';

const MARKDOWN = /\.(?:md|markdown|mdown|mkd)$/i;
const JSON_NAMES = /\.json$/i;
const XML_NAMES =
  /\.(?:xml|pom|xsd|xslt?|nuspec|props|targets|\w+proj|wsdl|plist|rdf|atom|rss|xhtml|config)$/i;

/**
 * A text that browsers never run. Markdown is rendered, JSON and XML are indented, unless the user
 * wants the original.
 */
export function TextView({ file, content }: { file: ShownFile; content: string }) {
  const text = useText();
  const path = file.entry ?? file.path;
  const isMarkdown = MARKDOWN.test(path);
  const indented = useMemo(() => indentedOf(path, content), [path, content]);
  const imageUrl = useMemo(
    () => (image: string) =>
      contentUrl(file.entry === undefined ? { ...file, path: image } : { ...file, entry: image }),
    [file],
  );
  const [original, setOriginal] = useState(false);
  if (content === '') return <p>{text(messages.emptyFile)}</p>;
  const isRendered = isMarkdown && !original;
  return (
    <>
      {(isMarkdown || (indented !== undefined && indented !== content)) && (
        <div className="ld-preview__buttons">
          <Button
            label={text(original ? messages.formatted : messages.original)}
            onClick={() => setOriginal(!original)}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="ld-preview__text" aria-label={text(messages.textOf, { path })} tabIndex={0}>
        {isRendered ? (
          <Markdown
            source={content}
            failure={text(messages.previewFailed)}
            imageUrl={imageUrl}
            folder={path.split('/').slice(0, -1).join('/')}
          />
        ) : (
          <pre>{original ? content : (indented ?? content)}</pre>
        )}
      </section>
    </>
  );
}

function indentedOf(path: string, content: string): string | undefined {
  if (JSON_NAMES.test(path)) return indentJson(content);
  return XML_NAMES.test(path) ? indentXml(content) : undefined;
}
