import * as z from 'zod';
import { observersConfig } from '../domain/observer-config.ts';
import { observerKind, reviewer } from '../domain/observer-kind.ts';
import { trial } from '../domain/trial.ts';
import { configState } from './config-state.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});

export const observerEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/observers',
    summary: 'Observers with their configuration and statistics',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({
      ...configState,
      /** Hash of the file; null without a file, when the defaults apply. */
      revision: z.string().nullable(),
      config: observersConfig,
      observers: z.array(observerKind),
      /** The 100 with the most groups. */
      reviewers: z.array(reviewer),
      /** Sessions with calls to observe or replay; this continues in the background. */
      unobserved: z.int(),
      /** Sessions observed with an outdated configuration; they stay so until replayed or changed. */
      otherwise: z.int(),
    }),
  }),
  put: defineEndpoint({
    method: 'PUT',
    path: '/api/observers',
    summary: 'Saves the configuration; 409 if the file changed since `revision`',
    params: none,
    query: none,
    body: z.object({ revision: z.string().nullable(), config: observersConfig }),
    /** `otherwise`: sessions observed with an outdated configuration; saving does not replay them. */
    response: z.object({ revision: z.string(), otherwise: z.int() }),
  }),
  replay: defineEndpoint({
    method: 'POST',
    path: '/api/observers/replay',
    summary: 'Replays sessions that were observed with an outdated configuration',
    params: none,
    query: none,
    body: z.object({}),
    /** `marked`: sessions to replay; `unobserved`: all sessions waiting for observers. */
    response: z.object({ marked: z.int(), unobserved: z.int() }),
  }),
  startTrial: defineEndpoint({
    method: 'POST',
    path: '/api/observers/trials',
    summary: 'Starts a trial: runs the observers over the archive with another configuration, without storing anything',
    params: none,
    query: none,
    body: z.object({ config: observersConfig }),
    response: z.object({ id: z.string() }),
    status: 201,
  }),
  getTrial: defineEndpoint({
    method: 'GET',
    path: '/api/observers/trials/[id]',
    summary: 'Progress of a trial and the changes that it found',
    params: z.object({ id: z.string() }),
    query: none,
    body: z.null(),
    response: trial,
  }),
  cancelTrial: defineEndpoint({
    method: 'DELETE',
    path: '/api/observers/trials/[id]',
    summary: 'Cancels a trial',
    params: z.object({ id: z.string() }),
    query: none,
    body: z.null(),
    response: trial,
  }),
};
