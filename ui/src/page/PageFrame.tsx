import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './pageFrame.css?inline';

export interface PageFrameProps {
  /** The parent pages, from the top. */
  readonly above?: readonly { readonly label: string; readonly to: string }[];
  readonly heading: ReactNode;
  /** Next to the heading, such as a type or a state. */
  readonly beside?: ReactNode;
  /** On the right. Only the main action is filled. */
  readonly actions?: ReactNode;
  /** Uses the full height of the content area, whose parts scroll separately. */
  readonly full?: boolean;
  /** Shows each part when those above it are loaded, so that nothing in view moves. */
  readonly inOrder?: boolean;
  readonly children: ReactNode;
}

/** The title row of a page, and its content. The shell focuses the heading. */
export function PageFrame(props: PageFrameProps) {
  useStyles(css);
  return (
    <div
      className={`ld-page ${props.full ? 'ld-page--full' : ''} ${props.inOrder ? 'ld-page--in-order' : ''}`}
    >
      <header className="ld-page__title">
        <div className="ld-page__name">
          {props.above && props.above.length > 0 && <Breadcrumb above={props.above} />}
          <div className="ld-page__heading">
            <h1 tabIndex={-1}>{props.heading}</h1>
            {props.beside}
          </div>
        </div>
        {props.actions && <div className="ld-page__actions">{props.actions}</div>}
      </header>
      {props.children}
    </div>
  );
}

function Breadcrumb(props: { above: readonly { label: string; to: string }[] }) {
  const text = useText();
  return (
    <nav className="ld-breadcrumb" aria-label={text(messages.breadcrumb)}>
      {props.above.map(({ label, to }, at) => (
        <Fragment key={to}>
          {at > 0 && <span aria-hidden="true">/</span>}
          <Link to={to}>{label}</Link>
        </Fragment>
      ))}
    </nav>
  );
}
