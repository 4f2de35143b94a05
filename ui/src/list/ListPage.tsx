import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../controls/Button.tsx';
import { Icon } from '../icons/Icon.tsx';
import { PageFrame, type PageFrameProps } from '../page/PageFrame.tsx';
import { ListView, type ListViewProps } from './ListView.tsx';

export interface ListPageProps<Row>
  extends ListViewProps<Row>,
    Pick<PageFrameProps, 'above' | 'heading' | 'beside' | 'actions'> {
  /** Description under the heading. */
  readonly about?: ReactNode;
  /** The main action: a link to the page of a new object. */
  readonly create?: { readonly label: string; readonly to: string };
  /** Dialogs and similar. */
  readonly children?: ReactNode;
}

/** A page with one list: heading, actions, filters, table. */
export const ListPage = observer(function ListPage<Row>(props: ListPageProps<Row>) {
  const { above, heading, beside, actions, about, create, children, ...view } = props;
  const buttons = (actions || create) && (
    <>
      {actions}
      {create && (
        <Link className={buttonClass('main')} to={create.to}>
          <Icon name="add" />
          <span>{create.label}</span>
        </Link>
      )}
    </>
  );
  return (
    <PageFrame full {...(above ? { above } : {})} heading={heading} beside={beside} actions={buttons}>
      {about && <p className="ld-soft">{about}</p>}
      <ListView {...view} />
      {children}
    </PageFrame>
  );
}) as <Row>(props: ListPageProps<Row>) => ReactNode;
