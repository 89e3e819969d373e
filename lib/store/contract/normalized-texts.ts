import { beforeEach, describe, expect, it } from 'vitest';
import { toLineHash } from '../../sources/lines.ts';
import { buildConversation } from '../build-conversation.ts';
import { buildAnswer, buildExchange, buildReview, buildRun } from '../build-review.ts';
import { compressText } from '../compress.ts';
import { makeCalls } from '../build-reducer.ts';
import { buildFileResult, makeBatch, makeRecordRow, makeResponseRow, makeSessionRow, makeSource, makeToolCallRow } from '../make-batch.ts';
import { buildReported, buildScriptedReducer, dumpObservations, makeCommand } from '../make-observed.ts';
import { makeDump } from '../make-dump.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** No two are alike, so that a test knows which of them came back. */
const hostile = (name: string): string => `${name} \0 \ud800 end \udc00`;
const normal = (name: string): string => `${name} \ufffd \ufffd end \ufffd`;

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => [key, ...textsIn(field)]);
};

/** Names of the hostile texts that came back, each of them normalized. */
const expectNormal = (value: unknown, names: readonly string[]): void => {
  const texts = textsIn(value);
  for (const text of texts) expect([text, text.isWellFormed() && !text.includes('\0')]).toEqual([text, true]);
  for (const name of names) expect(texts.filter((text) => text.includes(normal(name)))).not.toEqual([]);
};

/** NUL and lone surrogates in texts: no engine sees them, and raw lines keep them. */
export const describeNormalizedTexts = ({ fresh }: StoreSubject): void => {
  describe('texts with NUL and lone surrogates', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    it('normalizes sessions, records, calls and issues, and keeps raw lines', async () => {
      const state = { rest: hostile('rest') };
      const line = '{"text":"a\0b"}';
      const source = makeSource({ id: 'source-s', path: '/logs/a.jsonl', state, sessionIds: ['s'] });
      await put(
        makeBatch({
          source,
          sessions: [
            makeSessionRow({
              id: 's',
              title: hostile('title'),
              folderName: hostile('project'),
              gitBranch: hostile('branch'),
              agentName: hostile('agent'),
              models: [hostile('model')],
              head: state,
            }),
          ],
          records: [
            makeRecordRow({
              sessionId: 's',
              seq: 0,
              turnIdx: 0,
              kind: 'prompt',
              text: hostile('prompt'),
              lineHash: toLineHash(Buffer.from(line)),
            }),
            makeRecordRow({ sessionId: 's', seq: 1, turnIdx: 0, kind: 'tool_call', text: '' }),
          ],
          calls: [
            makeToolCallRow({
              sessionId: 's',
              seq: 1,
              callIndex: 1,
              turnIdx: 0,
              nativeCallId: hostile('call'),
              name: hostile('tool'),
              summary: hostile('summary'),
              params: hostile('params'),
            }),
          ],
          raw: [
            {
              sessionId: 's',
              sourceId: 'source-s',
              firstOffset: 0,
              offsets: [0],
              starts: [0],
              hashes: null,
              data: compressText(line),
              rawBytes: line.length,
            },
          ],
          issues: [{ line: 1, code: 'bad_json', message: hostile('message'), excerpt: hostile('excerpt') }],
          issueLines: [{ line: 1, text: hostile('line'), bytes: 20 }],
        }),
      );
      const texts = ['title', 'project', 'branch', 'agent', 'model', 'prompt', 'tool', 'summary', 'params', 'message', 'excerpt', 'line'];
      expectNormal([await makeDump(store), await store.listSourceIssues('source-s'), await store.findIssueLine('source-s', 1)], texts);
      const [found, rows] = [await store.findSource('/logs/a.jsonl'), await store.findSessionRows(['s'])];
      expect([found?.state, rows[0]?.head]).toEqual([{ rest: normal('rest') }, { rest: normal('rest') }]);
      expect(await store.readRaw('s', 'r0')).toMatchObject({ raw: line });
    });

    it('decodes records with such texts again, and replaces counts of responses', async () => {
      const response = (output: number) =>
        makeResponseRow({
          sessionId: 's',
          id: hostile('m1'),
          tokens: { input: 1, cacheRead: null, cacheWrite: null, output, reasoning: null },
        });
      const records = [makeRecordRow({ sessionId: 's', seq: 0, turnIdx: 0, kind: 'prompt', text: hostile('prompt') })];
      const batch = makeBatch({ sessions: [makeSessionRow({ id: 's' })], records, responses: [response(9)] });
      await put(batch);
      expect(await store.findUnchangedRecords(batch)).toEqual(new Set(['r0']));
      const redecoded = { records: [], responses: [{ sessionId: 's', id: hostile('m1') }], sessions: [] };
      await put({ ...batch, responses: [response(4)], redecoded });
      expect((await store.findSession('s'))?.tokens.output).toBe(4);
    });

    it('normalizes observations that are reported, triaged and found', async () => {
      await put(makeCalls('s', [{ id: 'c1', callIndex: 1 }]));
      const reported = buildReported({ observer: hostile('reviewer'), category: hostile('category') });
      const draft = {
        ...reported.draft,
        content: hostile('content'),
        sourceRef: hostile('ref'),
        metadata: { [hostile('key')]: [hostile('value')] },
      };
      const [made] = await store.putObservations([{ ...reported, title: hostile('title'), draft }], hostile('author'), 'change-1');
      if (!made) throw new Error('nothing was reported');
      expect(made.fate).toBe('created');
      const target = { observations: [{ id: made.observation.id }] };
      await store.triage(makeCommand({ action: 'resolve', reason: 'fixed', note: hostile('note'), by: hostile('person'), target }));
      await store.reduceCalls('s', 'script-1', 10, (window) => {
        const outcome = buildScriptedReducer({ c1: [{ subject: hostile('subject'), text: hostile('evidence') }] })(window);
        return { ...outcome, state: { at: hostile('state') } };
      });
      const history = await store.listHistory({ observationId: made.observation.id }, 10);
      expectNormal(
        [made, await dumpObservations(store), history, await store.listAssessments('s', { superseded: true })],
        ['reviewer', 'title', 'category', 'content', 'ref', 'key', 'value', 'author', 'note', 'person', 'subject', 'evidence'],
      );
      expect((await store.findObserverCheckpoint('s'))?.state).toEqual({ at: normal('state') });
    });

    it('normalizes reviews, and what models were sent and answered', async () => {
      await put(buildConversation('s'));
      const event = hostile('event');
      await store.putReviewRun(buildRun({ id: 'run', event, input: hostile('input') }));
      const holder = { runId: 'run', owner: 'one' };
      expectNormal(await store.claimReviewRun(holder.owner, 0, 10), ['event', 'input']);
      const review = buildReview('a', { reason: hostile('reason'), leftOut: hostile('left out') });
      await store.putReview(holder, 0, { ...review, problem: hostile('problem') });
      expectNormal(await store.findReviewRun('run'), ['event', 'reason', 'left out', 'problem']);
      const answer = { ...buildAnswer('a'), review, exchange: buildExchange({ prompt: hostile('prompt'), answer: hostile('answer') }) };
      await store.putReviewAnswer(holder, 0, answer);
      expectNormal(await store.readReviewExchange('run', 'team/a'), ['prompt', 'answer']);
      await store.endReviewRun(holder, {
        ...{ state: 'failed', problem: hostile('end'), resolved: [], atMs: 5 },
        reviews: [{ ...review, exchange: answer.exchange, states: null }],
        reported: [buildReported({ observer: 'team/a', sessionId: 's', content: hostile('finding') })],
      });
      expectNormal(await store.findReviewRun('run'), ['event', 'end', 'reason']);
      expectNormal(await store.readReviewExchange('run', 'team/a'), ['prompt', 'answer']);
      expectNormal(await dumpObservations(store), ['finding']);
    });

    it('normalizes imports, watched folders and announcements', async () => {
      await store.createImport({ id: 'i', origin: 'upload', label: hostile('label'), startedAtMs: 1, processId: null });
      await store.putFileResults('i', [buildFileResult({ id: 'f1', path: hostile('file') })]);
      await store.putWatched(hostile('/logs'), 1);
      expectNormal([await store.findImport('i'), await store.listWatched()], ['file', 'label', '/logs']);
      await store.deleteWatched(hostile('/logs'));
      expect(await store.listWatched()).toEqual([]);
    });

    it('normalizes saved searches, and finds them by the id as it was given', async () => {
      await store.putSavedSearch({ id: hostile('id'), name: hostile('name'), query: hostile('query'), savedAtMs: 1 });
      expectNormal(await store.listSavedSearches(), ['id', 'name', 'query']);
      expect(await store.deleteSavedSearch(hostile('id'))).toBe(true);
      expect(await store.listSavedSearches()).toEqual([]);
    });
  });
};
