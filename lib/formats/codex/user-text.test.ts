import { expect, it } from 'vitest';
import { makeDrafts } from '../format.ts';
import { openCodex } from './reader.ts';

const message = (content: unknown, more: object = {}) => ({
  type: 'response_item',
  payload: { type: 'message', role: 'user', content, ...more },
});
const text = (value: string) => ({ type: 'input_text', text: value });

const read = (...values: readonly object[]) => {
  const drafts = makeDrafts();
  const reader = openCodex({ path: '/logs/file.jsonl' }, undefined);
  for (const [index, value] of [{ type: 'session_meta', payload: { id: 'thread' } }, ...values].entries())
    reader.read({ number: index + 1, offset: index, bytes: 1, text: '', hash: String(index) }, value, drafts);
  return drafts.records.slice(1).map((record) => [record.kind, record.subtype ?? null, record.text]);
};

it('takes for a prompt only what the user wrote', () => {
  expect(
    read(
      message([text('# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>Be brief</INSTRUCTIONS>')]),
      message([text('<environment_context>\n  <cwd>/repo</cwd>\n</environment_context>')]),
      message([text('Fix it')]),
    ),
  ).toEqual([
    ['system', 'agents_md', '# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>Be brief</INSTRUCTIONS>'],
    ['system', 'environment_context', '<environment_context>\n  <cwd>/repo</cwd>\n</environment_context>'],
    ['prompt', null, 'Fix it'],
  ]);
});

it('believes the line that says which parts Codex added', () => {
  const about = {
    content_item_kinds: ['plugins.recommended_plugins', 'user.text'],
    content_item_metadata: [{ provenance: { type: 'harness', hook: false } }, { provenance: { type: 'user' } }],
  };
  expect(
    read(
      message([text('<recommended_plugins>none</recommended_plugins>'), text('Fix it')], {
        internal_chat_message_metadata_passthrough: about,
      }),
    ),
  ).toEqual([
    ['prompt', null, 'Fix it'],
    ['system', 'recommended_plugins', '<recommended_plugins>none</recommended_plugins>'],
  ]);
});

it('marks slash commands, not paths', () => {
  expect(
    read(message('/compact'), message('/review the last commit'), message('/repo/a.ts does not compile')).map(([, subtype]) => subtype),
  ).toEqual(['command', 'command', null]);
});

it('takes the task of a subagent for its prompt, by name where it is encrypted', () => {
  const task = (payload: string, ...more: object[]) => ({
    type: 'response_item',
    payload: {
      type: 'agent_message',
      author: '/root',
      recipient: '/root/list',
      content: [text(`Message Type: NEW_TASK\nTask name: /root/list\nSender: /root\nPayload:\n${payload}`), ...more],
    },
  });
  const answer = 'Message Type: FINAL_ANSWER\nTask name: /root\nSender: /root/list\nPayload:\nDone';
  expect(
    read(task('', { type: 'encrypted_content', encrypted_content: 'c2VjcmV0' }), task('List all exports.\nThen stop.'), {
      type: 'response_item',
      payload: { type: 'agent_message', author: '/root/list', recipient: '/root', content: [text(answer)] },
    }),
  ).toEqual([
    ['prompt', 'agent_message', 'Task /root/list'],
    ['prompt', 'agent_message', 'List all exports.\nThen stop.'],
    ['system', 'agent_message', `/root/list → /root\n${answer}`],
  ]);
});
