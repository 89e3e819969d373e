import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

type SnapshotsInput = { snapshots: number; bytes: number; rendersASession: number; key?: (session: number) => string };

const words = 'parse render reduce snapshot section tool result state plan finding file test line error value prompt index query'.split(
  ' ',
);

/** Text of words that another seed chooses otherwise. */
const writeProse = (seed: number, bytes: number): string => {
  const parts: string[] = [];
  let state = (seed + 1) * 2_654_435_761;
  for (let size = 0; size < bytes;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const word = `${words[(state >>> 24) % words.length] ?? ''}${state % 7 === 0 ? state >>> 12 : ''}`;
    parts.push(word);
    size += word.length + 1;
  }
  return parts.join(' ');
};

const uuidOf = (session: number): string => `00000000-0000-4000-8000-${session.toString(16).padStart(12, '0')}`;
const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, -1)}000+00:00`;
const types = { prompt: 'weakincentives.runtime.events:PromptRendered', tool: 'weakincentives.runtime.events:ToolInvoked' };
const firstMs = Date.UTC(2026, 0, 1);

/**
 * Writes a dump of made-up snapshots, each of about `bytes` bytes: sessions of `rendersASession` renders, which hold the same files and
 * change a plan, a note and the history of events from one to the next.
 */
export const writeSnapshots = async (
  file: string,
  { snapshots, bytes, rendersASession, key = () => 'review' }: SnapshotsInput,
): Promise<number> => {
  const out = createWriteStream(file);
  let written = 0;
  for (let session = 0; session * rendersASession < snapshots; session += 1) {
    const id = uuidOf(session);
    const base = { session_id: id, run_context: null };
    const files = Array.from({ length: 8 }, (_, at) => ({ path: `src/${at}.py`, text: writeProse(session * 8 + at, bytes / 9) }));
    const [prompts, calls]: object[][] = [[], []];
    for (let render = 0; render < Math.min(rendersASession, snapshots - session * rendersASession); render += 1) {
      const atMs = firstMs + session * 3_600_000 + render * 10_000;
      const named = { prompt_ns: 'bench', prompt_key: key(session), prompt_name: 'Review' };
      if (render % 10 === 0)
        prompts?.push({
          ...base,
          ...named,
          adapter: 'openai',
          event_id: `p${session}-${render}`,
          created_at: timeOf(atMs),
          rendered_prompt: 'Go on',
          descriptor: null,
          render_inputs: [],
        });
      const call = {
        name: 'read_file',
        call_id: `c${render}`,
        params: { path: `src/${render % 8}.py` },
        rendered_output: 'ok',
        result: { success: true },
      };
      calls?.push({
        ...base,
        ...call,
        adapter: 'openai',
        event_id: `t${session}-${render}`,
        created_at: timeOf(atMs + 1_000),
        usage: null,
      });
      const slices = [
        { item_type: 'app.state:Files', items: files, slice_type: 'app.state:Files' },
        { item_type: 'app.state:Plan', items: [{ step: render, note: writeProse(render, 80) }], slice_type: 'app.state:Plan' },
        { item_type: types.tool, items: calls, slice_type: types.tool },
        { item_type: types.prompt, items: prompts, slice_type: types.prompt },
      ];
      const snapshot = {
        children_ids: [],
        created_at: timeOf(atMs + 2_000),
        parent_id: null,
        policies: {},
        slices,
        tags: { session_id: id },
        version: '1',
      };
      const line = `${JSON.stringify(snapshot)}\n`;
      written += line.length;
      if (!out.write(line)) await once(out, 'drain');
    }
  }
  out.end();
  await finished(out);
  return written;
};
