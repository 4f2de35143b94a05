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
      {create && <CreateLink {...create} main />}
    </>
  );
  return (
    <PageFrame full {...(above ? { above } : {})} heading={heading} beside={beside} actions={buttons}>
      {about && <p className="ld-soft">{about}</p>}
      <ListView {...view} empty={create ? { next: <CreateLink {...create} />, ...view.empty } : view.empty} />
      {children}
    </PageFrame>
  );
}) as <Row>(props: ListPageProps<Row>) => ReactNode;

function CreateLink(props: { label: string; to: string; main?: boolean }) {
  return (
    <Link className={buttonClass(props.main ? 'main' : 'plain')} to={props.to}>
      <Icon name="add" />
      <span>{props.label}</span>
    </Link>
  );
}
