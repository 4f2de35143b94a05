/** Session message from one browser tab to the others. */
export type SessionNews =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'signedIn'; readonly user: string };

const NAME = 'lading.session';

/**
 * Connects the browser's tabs of the console through a BroadcastChannel, or through localStorage if
 * that is not available.
 */
export class SessionChannel {
  readonly #tell: (news: SessionNews) => void;
  readonly #close: () => void;

  constructor(hear: (news: SessionNews) => void) {
    const take = (news: unknown) => {
      if (isNews(news)) hear(news);
    };
    const channel = openChannel();
    if (channel) {
      channel.addEventListener('message', ({ data }) => take(data));
      this.#tell = (news) => channel.postMessage(news);
      this.#close = () => channel.close();
      return;
    }
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === NAME && newValue !== null) take(parsed(newValue));
    };
    window.addEventListener('storage', onStorage);
    this.#tell = tellByStorage;
    this.#close = () => window.removeEventListener('storage', onStorage);
  }

  tell(news: SessionNews): void {
    this.#tell(news);
  }

  close(): void {
    this.#close();
  }
}

function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(NAME);
  } catch {
    return undefined;
  }
}

/**
 * Notifies other tabs through storage events, which fire only for changes: writes the value and
 * removes it again.
 */
function tellByStorage(news: SessionNews): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(news));
    localStorage.removeItem(NAME);
  } catch {
    // With neither channel nor storage, each tab detects the change with its next call.
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isNews(value: unknown): value is SessionNews {
  const { kind, user } = (value ?? {}) as { kind?: unknown; user?: unknown };
  return kind === 'signedOut' || (kind === 'signedIn' && typeof user === 'string');
}
