import { FetchedView, useText } from '@lading/ui';
import { BuildTable } from '../builds/BuildTable.tsx';
import { messages as own } from '../builds/messages.ts';
import { messages } from '../messages.ts';
import type { VersionParts } from '../VersionStore.ts';

/** The builds with a file of the version as a dependency. */
export function UsingBuilds({ parts, version }: { parts: VersionParts; version: string }) {
  const text = useText();
  return (
    <section>
      <h2>{text(own.usingBuilds)}</h2>
      <FetchedView fetched={parts.builds} failure={text(messages.buildsFailed)}>
        {({ used, truncated }) =>
          used.length === 0 ? (
            <p className="ld-soft">
              {text(truncated ? own.buildsTruncated : own.noUsingBuilds, { version })}
            </p>
          ) : (
            <BuildTable builds={used} truncated={truncated} />
          )
        }
      </FetchedView>
    </section>
  );
}
