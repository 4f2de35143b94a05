import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFramePolicy } from './createFramePolicy.ts';
import { openPort } from './openPort.ts';
import { readFrame } from './readFrame.ts';
import { restrictWindow } from './restrictWindow.ts';

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
  document.body.replaceChildren();
});

/** A window whose parent is another one, as in a frame. */
function frameWindow() {
  const target = new EventTarget();
  const page = {} as Window;
  const frame = Object.assign(target, { parent: page }) as unknown as Window;
  const arrive = (source: unknown, given: MessagePort[]) =>
    target.dispatchEvent(Object.assign(new Event('message'), { source, ports: given }));
  return { frame, page, arrive };
}

function channel() {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const received: unknown[] = [];
  port1.onmessage = ({ data }) => received.push(data);
  return { near: port1, far: port2, received };
}

it('takes the port of the page once, and of no other window', async () => {
  const { frame, page, arrive } = frameWindow();
  const { post } = openPort(frame);
  const [other, first, second] = [channel(), channel(), channel()];
  arrive({}, [other.far]);
  arrive(page, []);
  arrive(page, [first.far]);
  arrive(page, [second.far]);
  post({ kind: 'ready' });
  await vi.waitFor(() => expect(first.received).toEqual([{ kind: 'ready' }]));
  expect([other.received, second.received]).toEqual([[], []]);
});

it('answers questions at once, and keeps other messages until the plugin listens', async () => {
  const { frame, page, arrive } = frameWindow();
  const { listen } = openPort(frame);
  const { near, far, received } = channel();
  arrive(page, [far]);
  near.postMessage({ kind: 'start' });
  near.postMessage({ kind: 'ping', id: 7 });
  await vi.waitFor(() => expect(received).toEqual([{ kind: 'pong', id: 7 }]));
  const heard: unknown[] = [];
  listen((message) => heard.push(message));
  near.postMessage({ kind: 'state' });
  await vi.waitFor(() => expect(heard).toEqual([{ kind: 'start' }, { kind: 'state' }]));
});

it('removes peer connections, and changes of the history', () => {
  class History {
    calls = 0;
    pushState() {
      this.calls++;
    }
    back() {
      this.calls++;
    }
  }
  const history = new History();
  const frame = { history, RTCPeerConnection: class {} };
  restrictWindow(frame as unknown as Window);
  history.pushState();
  history.back();
  expect([history.calls, 'RTCPeerConnection' in frame]).toEqual([0, false]);
});

describe('strings of HTML', () => {
  type Rule = (html: string, type: string, sink: string) => string | undefined;
  let createHTML: Rule;
  beforeEach(() => {
    const createPolicy = vi.fn();
    vi.stubGlobal('trustedTypes', { createPolicy });
    createFramePolicy('/ui/');
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith('default', expect.anything());
    createHTML = createPolicy.mock.calls[0]?.[1].createHTML;
  });
  afterEach(() => vi.unstubAllGlobals());
  const parse = (html: string) => {
    const parsed = createHTML(html, 'TrustedHTML', 'DOMParser parseFromString');
    return new DOMParser().parseFromString(parsed ?? 'denied', 'text/html').body;
  };

  it.each(['srcdoc', 'SRCDOC', 'srcDoc'])('create no nested document with the attribute %s', (name) => {
    const [frame] = parse(
      `<iframe ${name}="<script src=/ui/frames/tide/1.0.0/more.js></script>"></iframe>`,
    ).children;
    expect([frame?.tagName, frame?.hasAttribute('srcdoc')]).toEqual(['IFRAME', false]);
  });

  it('stay as they are as text', () => {
    const body = parse('<p title="of srcdoc">The attribute <b>srcDOC</b></p>');
    expect([body.textContent, body.querySelector('p')?.title]).toEqual(['The attribute srcDOC', 'of srcdoc']);
  });

  it.each(['HTMLIFrameElement srcdoc', 'Document write', 'Range createContextualFragment', ''])(
    'are denied for %s',
    (sink) => {
      expect(createHTML('<b>x</b>', 'TrustedHTML', sink)).toBeUndefined();
    },
  );

  it('contain no entities of XML, which could hide an attribute', () => {
    const xml = '<!DOCTYPE a [<!ENTITY x "<iframe src&#100;oc=\'\'/>">]><a>&x;</a>';
    expect(createHTML(xml, 'TrustedHTML', 'DOMParser parseFromString')).toBeUndefined();
  });
});

it('reads its data from the document, or says that there are none', () => {
  expect(() => readFrame(document)).toThrow('The document has no element "lading-frame"');
  document.body.innerHTML = '<script type="application/json" id="lading-frame">{"plugin":"tide"}</script>';
  expect(readFrame(document)).toEqual({ plugin: 'tide' });
});
