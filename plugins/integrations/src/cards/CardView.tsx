import { Button, Icon, type IconName, useText } from '@lading/ui';
import { Link } from 'react-router-dom';
import { messages } from './messages.ts';

export interface CardProps {
  readonly label: string;
  readonly icon: string;
  readonly about?: string | undefined;
  readonly connected: boolean;
  readonly configured: boolean;
  readonly integrations: number;
  readonly products: readonly string[];
  /** Vendor without connections, such as an editor: the card shows instructions instead. */
  readonly stateless?: boolean;
  /** The state is not known yet, or could not be loaded. */
  readonly unknown?: boolean;
  /** Page with the connections. */
  readonly path?: string | undefined;
  readonly onConnect?: (() => void) | undefined;
  /** Opens the step that lets a service use a connection. */
  readonly onConnectService?: (() => void) | undefined;
  readonly failure?: string | undefined;
}

/** The card of a vendor: its state, and a button that adds a connection. */
export function CardView(props: CardProps) {
  const { label, icon, about, connected, configured, integrations, products } = props;
  const { stateless = false, unknown = false } = props;
  const text = useText();
  const isOpen = (connected || configured) && props.path !== undefined;
  const state = configured ? messages.configured : connected ? messages.connected : messages.disconnected;
  const known = configured ? 'configured' : connected ? 'connected' : 'disconnected';
  const kind = unknown ? 'unknown' : known;
  return (
    <li className={`integrations-card integrations-card--${kind}`} data-vendor-state={kind}>
      <Icon name={icon as IconName} size={24} />
      <h3>{isOpen && props.path ? <Link to={props.path}>{label}</Link> : label}</h3>
      {!stateless && !unknown && <span className="integrations-card__state">{text(state)}</span>}
      <div className="integrations-card__about">
        {about && <p>{about}</p>}
        {integrations > 0 && <p>{text(messages.count, { count: integrations })}</p>}
        {products.length > 0 && <p className="ld-soft">{products.join(', ')}</p>}
        {props.failure && <p role="alert">{text(messages.stateFailed, { cause: props.failure })}</p>}
      </div>
      {connected && !configured && <ServiceAlert label={label} onConnectService={props.onConnectService} />}
      {props.onConnect && <ConnectButton {...props} onConnect={props.onConnect} />}
    </li>
  );
}

function ServiceAlert({ label, onConnectService }: Pick<CardProps, 'label' | 'onConnectService'>) {
  const text = useText();
  if (!onConnectService) {
    return (
      <p className="integrations-card__alert">
        <Icon name="warning" />
        {text(messages.connectService)}
      </p>
    );
  }
  return (
    <Button
      kind="quiet"
      icon="warning"
      label={text(messages.connectService)}
      aria-label={text(messages.connectServiceNamed, { vendor: label })}
      onClick={onConnectService}
    />
  );
}

function ConnectButton(props: CardProps & { readonly onConnect: () => void }) {
  const { label, connected, configured, onConnect } = props;
  const text = useText();
  const isNew = !connected && !configured;
  const [word, name] = isNew ? [messages.connect, messages.connectNamed] : [messages.add, messages.addNamed];
  return <Button label={text(word)} aria-label={text(name, { vendor: label })} onClick={onConnect} />;
}
