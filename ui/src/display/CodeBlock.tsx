import { type KeyboardEvent, useId, useState } from 'react';
import { CopyButton } from '../copy/CopyButton.tsx';
import { isRightToLeft } from '../language/isRightToLeft.ts';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './codeBlock.css?inline';
import { messages } from './messages.ts';

export interface CodeTab {
  readonly key: string;
  readonly label: string;
  readonly code: string;
  /** The name of the file to download. Without it, the code can only be copied. */
  readonly file?: string;
}

/**
 * Lines of code or a configuration, with buttons to copy and to download them. Several tabs show
 * the same thing for different programs. `label` names the block for screen readers and the copy
 * button.
 */
export function CodeBlock(props: { label: string; tabs: readonly CodeTab[] }) {
  useStyles(css);
  const text = useText();
  const id = useId();
  const { label, tabs } = props;
  const [selected, select] = useState(tabs[0]?.key);
  const tab = tabs.find(({ key }) => key === selected) ?? tabs[0];
  if (!tab) return null;
  const several = tabs.length > 1;
  const tabId = (key: string) => `${id}-${key}`;
  return (
    <div className="ld-code">
      <div className="ld-code__bar">
        {several ? (
          <div className="ld-code__tabs" role="tablist" aria-label={label} onKeyDown={moveByArrows}>
            {tabs.map(({ key, label: name }) => (
              <button
                key={key}
                type="button"
                role="tab"
                id={tabId(key)}
                aria-selected={key === tab.key}
                aria-controls={`${id}-code`}
                tabIndex={key === tab.key ? 0 : -1}
                onClick={() => select(key)}
              >
                {name}
              </button>
            ))}
          </div>
        ) : (
          <span className="ld-code__name">{tab.label}</span>
        )}
        <CopyButton text={tab.code} what={several ? `${label}, ${tab.label}` : label} />
        {tab.file !== undefined && (
          <a className="ld-code__file" href={dataUrl(tab.code)} download={tab.file}>
            {text(messages.download)}
          </a>
        )}
      </div>
      <pre
        id={`${id}-code`}
        {...(several
          ? { role: 'tabpanel', 'aria-labelledby': tabId(tab.key) }
          : { role: 'group', 'aria-label': label })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
      >
        <code>{tab.code}</code>
      </pre>
    </div>
  );
}

const dataUrl = (code: string) => `data:text/plain;charset=utf-8,${encodeURIComponent(code)}`;

/** Arrow keys, Home, and End select a tab and move the focus to it. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const step = isRightToLeft(event.currentTarget) ? -1 : 1;
  const next = {
    ArrowRight: at + step + tabs.length,
    ArrowLeft: at - step + tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const tab = tabs[next % tabs.length];
  tab?.focus();
  tab?.click();
}
