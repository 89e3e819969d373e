import type { Redacted } from '../redaction/redact.ts';
import type { Usage } from './usage.ts';

/** Schema for the structured output of all providers: all properties of an object are required, and no others are allowed. */
export type AnswerSchema =
  | { type: 'string'; description?: string; enum?: string[] }
  | { type: 'array'; description?: string; items: AnswerSchema }
  | {
      type: 'object';
      description?: string;
      properties: Readonly<Record<string, AnswerSchema>>;
      required: string[];
      additionalProperties: false;
    };

/** One question to a model. `instructions` hold nothing of what `prompt` is about: that is data. */
export type ModelRequest = {
  instructions: Redacted<string>;
  prompt: Redacted<string>;
  answer: { name: string; schema: AnswerSchema };
  maxOutputTokens: number;
};

/** `text`: what the model wrote, whatever it is. */
export type ModelAnswer = { text: string; usage: Usage | undefined };

/** Why a request gave no text. */
export type ModelFailure = {
  text: null;
  usage?: undefined;
  /** A sentence, without keys and with little of what the server said. */
  problem: string;
  /** When the same request may be sent again, at least; null: not at all. */
  retryInMs: number | null;
  isTimeout?: true;
  /** HTTP status of the response, if there was one. */
  status?: number;
  /** For how long the server refuses all other requests, too; 0 or none: it does not. */
  restMs?: number;
};

/** Asks a model once. Rejects only when it is aborted. */
export type AskModel = (
  request: ModelRequest,
  options: { timeoutMs: number; signal?: AbortSignal | undefined },
) => Promise<ModelAnswer | ModelFailure>;
