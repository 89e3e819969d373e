import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writePythonJson } from '../../../lib/trajectories/python-json.ts';
import { makePrng, type Prng } from '../prng.ts';
import { changes, sections } from './changes.ts';

const renders = 20;
/** From these renders on, from 0: the rules are other ones; a tool is gone. */
const [rulesChangeAt, toolDropsAt] = [11, 15];
const hourMs = 3_600_000;
const [events, state] = ['weakincentives.runtime.events', 'release_notes.state'];

type Item = Record<string, unknown>;

const toIso = (atMs: number): string => new Date(atMs).toISOString().replace('Z', '000+00:00');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const tools = (render: number): string[] =>
  render < toolDropsAt ? ['read_change', 'search_notes', 'write_note'] : ['read_change', 'write_note'];
const rulesOf = (render: number): string => sections.rules[render < rulesChangeAt ? 0 : 1];

/** The descriptor and the text of the prompt at a render. */
const toPrompt = (render: number) => {
  const rules = rulesOf(render);
  const toSection = (number: string, keys: string[], text: string) => ({ number, path: keys, content_hash: hashOf(text) });
  return {
    descriptor: {
      ns: 'demo',
      key: 'release-notes',
      sections: [
        toSection('1', ['task'], sections.task),
        toSection('1.1', ['task', 'style'], sections.style),
        toSection('2', ['rules'], rules),
      ],
      tools: tools(render).map((name) => ({ name, path: ['task'], contract_hash: hashOf(name), example_hashes: [] })),
      task_examples: [],
    },
    text: `## 1. Task (task)\n\n${sections.task}\n\n### 1.1. Style (task.style)\n\n${sections.style}\n\n## 2. Rules (rules)\n\n${rules}`,
  };
};

/** Fields that every event has. */
const begin = (prng: Prng, sessionId: string, atMs: number): Item => ({
  prompt_name: 'Release notes',
  adapter: 'synthetic',
  session_id: sessionId,
  created_at: toIso(atMs),
  event_id: prng.uuid(),
  run_context: null,
});

const toCall = (base: Item, prng: Prng, name: string, params: Item, value: unknown): Item => ({
  ...base,
  name,
  params,
  call_id: `call_${prng.text('0123456789abcdef', 8)}`,
  result: {
    message: value === null ? 'There is no such change.' : 'OK',
    value,
    success: value !== null,
    exclude_value_from_context: false,
  },
  rendered_output: value === null ? 'error: There is no such change.' : writePythonJson(value),
  usage: null,
});

/** The snapshots of a made-up session of weakincentives, one a line: twenty renders, in which the prompt changes twice and the state each time. */
const listSnapshots = (nowMs: number): string[] => {
  const prng = makePrng(20_260);
  const sessionId = prng.uuid();
  let atMs = nowMs - 30 * hourMs;
  const slices = { PromptRendered: [] as Item[], ToolInvoked: [] as Item[], PromptExecuted: [] as Item[] };
  const notes: Item[] = [];
  return Array.from({ length: renders }, (_, render) => {
    const tick = (): number => (atMs += prng.int(900, 9_000));
    const { descriptor, text } = toPrompt(render);
    // Each change is first read, and at the next render its note is written.
    const number = Math.floor(render / 2);
    const [change = '', title = '', long = '', short = ''] = changes[number] ?? [];
    slices.PromptRendered.push({
      ...begin(prng, sessionId, tick()),
      prompt_ns: 'demo',
      prompt_key: 'release-notes',
      render_inputs: [{ change }],
      rendered_prompt: text,
      descriptor,
    });
    const isReading = render % 2 === 0;
    const call = (name: string, params: Item, value: unknown) =>
      slices.ToolInvoked.push(toCall(begin(prng, sessionId, tick()), prng, name, params, value));
    if (isReading) {
      call('read_change', { change }, render === 8 ? null : { change, title, files: BigInt(prng.int(1, 9)) });
      if (render === 8) call('read_change', { change: change.slice(1) }, { change, title, files: 3n });
      if (render < toolDropsAt)
        call('search_notes', { query: title.split(' ')[0] ?? '' }, { hits: notes.slice(-1).map(({ change: hit }) => hit) });
    } else {
      const note = render < rulesChangeAt ? long : short;
      call('write_note', { change, note }, { change, characters: BigInt(note.length) });
      notes.push({ change, note, section: /fix|leak|typo/iu.test(title + note) ? 'Fixed' : 'Changed' });
    }
    slices.PromptExecuted.push({
      ...begin(prng, sessionId, tick()),
      result: {
        text: isReading ? `Read ${change}: ${title}.` : `Wrote the note for ${change}.`,
        output: null,
        prompt_name: 'Release notes',
      },
      usage: { input_tokens: BigInt(900 + 160 * render), output_tokens: BigInt(prng.int(30, 160)), cached_tokens: BigInt(640) },
    });
    const steps = changes.map(([id], at) => ({
      title: `Note for ${id}`,
      status: at < notes.length ? 'done' : at === number ? 'in progress' : 'open',
    }));
    // The change that could not be read leaves a question until its note is written.
    const isAsking = render === 8;
    const held: Record<string, Item[]> = {
      [`${events}.types:ToolInvoked`]: [...slices.ToolInvoked],
      [`${events}:PromptExecuted`]: [...slices.PromptExecuted],
      [`${events}:PromptRendered`]: [...slices.PromptRendered],
      [`${state}:Note`]: notes,
      [`${state}:Plan`]: [{ objective: 'Release notes of ledger-api 3.9', left: BigInt(changes.length - notes.length), steps }],
      ...(isAsking && { [`${state}:Question`]: [{ about: change, text: 'Is it a change of this release?' }] }),
    };
    const types = Object.keys(held).filter((type) => (held[type]?.length ?? 0) > 0);
    return writePythonJson({
      version: '1',
      created_at: toIso(tick()),
      parent_id: null,
      children_ids: [],
      slices: types.sort().map((type) => ({ slice_type: type, item_type: type, items: held[type] })),
      tags: { session_id: sessionId, tag: 'latest', synthetic: 'true' },
      policies: Object.fromEntries(types.map((type) => [type, type.startsWith(events) ? 'log' : 'state'])),
    });
  });
};

/** Writes a made-up trajectory below `folder` and returns its path. The same time gives the same bytes. */
export const writeDemoTrajectory = async (folder: string, nowMs: number): Promise<string> => {
  const file = path.join(folder, 'weakincentives', 'release-notes.jsonl');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${listSnapshots(nowMs).join('\n')}\n`);
  return file;
};
