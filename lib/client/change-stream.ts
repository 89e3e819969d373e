import type { Change } from '../domain/change.ts';
import { toEndpointUrl } from './call-endpoint.ts';
import type { ConnectionState } from './connection.ts';
import { untilSchemasAreReleased } from './schema-hold.ts';
import type * as streamSchemas from './stream-schemas.ts';

/** `resync`: changes may have been missed; everything shown should be asked for again. */
export type StreamMessage = { kind: 'change'; change: Change } | { kind: 'state'; state: ConnectionState } | { kind: 'resync' };

const channelName = 'observatory-changes';
/** After an answer that a browser takes for the end, such as a proxy's 502. */
const reopenMs = 3_000;

/**
 * The changes of the server, over one EventSource for all tabs of this browser: the tab that holds the lock listens
 * and tells the others; when it closes, the next one takes over and asks for a resync. Where locks are missing
 * (plain HTTP off loopback), each tab listens by itself. `after`: cursor of the last change before the page was made.
 */
export const openChangeStream = (after: string, announce: (message: StreamMessage) => void): (() => void) => {
  const closing = new AbortController();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
  let state: ConnectionState = 'connecting';
  let leads = false;

  const publish = (reported: StreamMessage) => {
    announce(reported);
    channel?.postMessage(reported);
  };

  /** The schemas are loaded with the first message. Where they cannot be, the server is gone, and a resync follows. */
  const receive = (read: (schemas: typeof streamSchemas) => void) =>
    void untilSchemasAreReleased()
      .then(() => import('./stream-schemas.ts'))
      .then(
        (schemas) => closing.signal.aborted || read(schemas),
        () => undefined,
      );

  channel?.addEventListener('message', ({ data }) =>
    receive(({ message }) => {
      const parsed = message.safeParse(data);
      if (!parsed.success) return;
      if (parsed.data.kind !== 'hello') announce(parsed.data);
      else if (leads) channel.postMessage({ kind: 'state', state });
    }),
  );

  const listen = (takesOver: boolean): Promise<void> =>
    new Promise((resolve) => {
      // A lock can be granted in the moment in which the stream is closed.
      if (closing.signal.aborted) return resolve();
      leads = true;
      let wasLost = takesOver;
      let source: EventSource;
      let reopening: number | undefined;
      const setState = (next: ConnectionState) => {
        if (state === next) return;
        state = next;
        publish({ kind: 'state', state });
      };
      const onChange = ({ data }: MessageEvent<string>) =>
        receive(({ message }) => {
          const parsed = message.safeParse({ kind: 'change', change: JSON.parse(data) as unknown });
          if (parsed.data?.kind === 'change') publish(parsed.data);
        });
      const open = (query: { after?: string }) => {
        source = new EventSource(toEndpointUrl('GET /api/events', { query }));
        source.addEventListener('open', () => {
          setState('open');
          if (wasLost) publish({ kind: 'resync' });
          wasLost = false;
        });
        source.addEventListener('error', () => {
          wasLost = true;
          setState('lost');
          if (source.readyState === EventSource.CLOSED) reopening = window.setTimeout(open, reopenMs, {});
        });
        source.addEventListener('message', onChange);
        source.addEventListener('change', onChange);
      };
      open(takesOver ? {} : { after });
      closing.signal.addEventListener('abort', () => {
        window.clearTimeout(reopening);
        source.close();
        resolve();
      });
    });

  if (channel && 'locks' in navigator) {
    channel.postMessage({ kind: 'hello' });
    const asked = performance.now();
    // A lock that is granted at once was free: there is nothing to catch up with.
    navigator.locks.request(channelName, { signal: closing.signal }, () => listen(performance.now() - asked > 500)).catch(() => undefined);
  } else void listen(false);

  return () => {
    closing.abort();
    channel?.close();
  };
};
