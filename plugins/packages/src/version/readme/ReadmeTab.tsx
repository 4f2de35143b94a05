import { EmptyState, FetchedView, useStyles, useText } from '@lading/ui';
import { Markdown } from '@lading/ui/markdown';
import { useMemo } from 'react';
import { messages } from '../messages.ts';
import type { VersionParts } from '../VersionStore.ts';
import { imageUrlOf, type LeadFile } from '../versionApi.ts';
import css from './readme.css?inline';

/**
 * The platform returns a readme in another format than Markdown, such as reStructuredText, as one
 * block of plain text.
 */
const PLAIN = /^(`{3,})text\n([\s\S]*)\n\1\s*$/;

/** Shows a readme, rendered or as plain text. */
export function Readme({ source, lead }: { source: string; lead?: LeadFile | undefined }) {
  useStyles(css);
  const text = useText();
  const imageUrl = useMemo(() => lead && imageUrlOf(lead), [lead]);
  const [, fence, plain] = PLAIN.exec(source) ?? [];
  if (fence === undefined || plain === undefined || plain.includes(fence))
    return <Markdown source={source} failure={text(messages.readmeFailed)} imageUrl={imageUrl} />;
  return <pre className="packages-plain">{plain}</pre>;
}

/** The version's readme. */
export function ReadmeTab(props: { parts: VersionParts }) {
  const text = useText();
  return (
    <FetchedView fetched={props.parts.readme} failure={text(messages.readmeFailed)}>
      {(readme) =>
        readme.trim() === '' ? (
          <EmptyState icon="document" what={text(messages.noReadme)} more={text(messages.noReadmeMore)} />
        ) : (
          <Readme source={readme} lead={props.parts.lead} />
        )
      }
    </FetchedView>
  );
}
