import type { PluginDifference } from '@lading/contract/rest';
import { type Text, useFormats, useText } from '@lading/ui';
import { buildLines } from './buildText.ts';
import { dialogMessages as messages } from './dialogMessages.ts';

/** Lists the changes, one line per plugin. */
export function Differences({ differences }: { readonly differences: readonly PluginDifference[] }) {
  const text = useText();
  const formats = useFormats();
  if (differences.length === 0) return <p>{text(messages.noChanges)}</p>;
  return (
    <ul className="admin-plugins__changes">
      {differences.map(({ specifier, before, after, shipped, bytes, signature, build }) => (
        <li key={specifier}>
          <code>{specifier}</code>
          <br />
          {text(messages.from, {
            before: sideText(before, shipped, text),
            after: sideText(after, shipped, text),
          })}
          {bytes && (
            <>
              <br />
              <span className="ld-soft">
                {text(bytes.before === undefined ? messages.newSize : messages.sizeChange, {
                  before: bytes.before === undefined ? '' : formats.size(bytes.before),
                  after: formats.size(bytes.after),
                })}
                <br />
                {signerLines(signature, build, text).map((line) => (
                  <span key={line}>
                    {line}
                    <br />
                  </span>
                ))}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Of the version to install; the details of the plugin show those of the one in use. */
function signerLines(
  signature: PluginDifference['signature'],
  build: PluginDifference['build'],
  text: Text,
): string[] {
  const built = buildLines(build, text);
  if (!signature) return built.length > 0 ? built : [text(messages.notSigned)];
  const { author, problem = '' } = signature;
  return [author === undefined ? problem : text(messages.signedByAuthor, { author }), ...built];
}

function sideText(side: PluginDifference['after'], shipped: string | undefined, text: Text): string {
  if (!side)
    return shipped === undefined
      ? text(messages.notInstalled)
      : text(messages.shippedVersion, { version: shipped });
  const { version, pinned, enabled } = side;
  if (pinned) return text(enabled ? messages.pinnedVersion : messages.pinnedDisabled, { version });
  return enabled ? version : text(messages.disabledVersion, { version });
}

/** The same in the other direction. */
export function reversed(differences: readonly PluginDifference[]): PluginDifference[] {
  return differences.map(({ before, after, ...rest }) => ({
    ...rest,
    ...(after ? { before: after } : {}),
    ...(before ? { after: before } : {}),
  }));
}
