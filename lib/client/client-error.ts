import type { ChangedMeanwhile } from '../domain/triage.ts';

/** A request that failed. `code` is the server's, or `network` (no answer) or `bad_response` (an answer we cannot read). */
export class ClientError extends Error {
  readonly code: string;
  readonly requestId: string | null;
  /** Conflict details: what changed. */
  readonly changed: readonly ChangedMeanwhile[];
  /** Undoes what an action had changed before it failed. Null: nothing that is known of. */
  readonly changeId: string | null;
  /** How long the server asks to wait before asking again. */
  readonly retryAfterMs: number | null;

  constructor(
    readonly status: number | null,
    message: string,
    about: {
      code: string;
      requestId?: string | null;
      changed?: readonly ChangedMeanwhile[];
      changeId?: string;
      retryAfterMs?: number | null;
    },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ClientError';
    this.code = about.code;
    this.requestId = about.requestId ?? null;
    this.changed = about.changed ?? [];
    this.changeId = about.changeId ?? null;
    this.retryAfterMs = about.retryAfterMs ?? null;
  }

  /** Whether the server has no such thing. */
  get missing(): boolean {
    return this.status === 404;
  }

  /** Whether asking again could help without anything being changed. */
  get transient(): boolean {
    return this.status === null || (this.status === 503 && this.changeId === null);
  }

  /** Whether the server was too busy, and changed nothing. */
  get isBusy(): boolean {
    return this.code === 'store_busy' && this.changeId === null;
  }
}

/** One line for a bug report: status, code, request id, message. */
export const printErrorDetails = (error: Error): string => {
  if (!(error instanceof ClientError)) return `${error.name}: ${error.message}`;
  const parts = [error.status === null ? error.code : `${error.status} ${error.code}`];
  if (error.requestId) parts.push(`request ${error.requestId}`);
  return parts.join(', ');
};
