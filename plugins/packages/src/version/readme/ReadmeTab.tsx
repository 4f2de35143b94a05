import { EmptyState, FetchedView, useText } from '@lading/ui';
import { messages } from '../messages.ts';
import type { VersionParts } from '../VersionStore.ts';
import { Markdown } from './Markdown.tsx';

/** The version's readme. */
export function ReadmeTab(props: { parts: VersionParts }) {
  const text = useText();
  return (
    <FetchedView fetched={props.parts.readme} failure={text(messages.readmeFailed)}>
      {(readme) =>
        readme.trim() === '' ? (
          <EmptyState icon="document" what={text(messages.noReadme)} more={text(messages.noReadmeMore)} />
        ) : (
          <Markdown source={readme} />
        )
      }
    </FetchedView>
  );
}
