import { describe, expect, it } from 'vitest';
import { toContent as toClaudeContent } from '../claude-code/content-blocks.ts';
import { toContent as toCodexContent } from '../codex/content.ts';
import { toPartsContent } from './content-parts.ts';

const png = { mediaType: 'image/png', bytes: 3 };
const mcp = [
  { type: 'text', text: 'Taken.' },
  { type: 'image', data: 'AAAA', mimeType: 'image/png' },
];

describe('images that a part itself holds', () => {
  it.each([
    ['Claude Code', toClaudeContent],
    ['Codex', toCodexContent],
    ['messages', toPartsContent],
  ])('are attachments in %s, as MCP writes them', (_, toContent) => {
    expect(toContent(mcp)).toEqual({ text: 'Taken.', attachments: [png] });
  });
  it('are known as the AI SDK writes them, and by address have no bytes', () => {
    const parts = [
      { type: 'image', image: 'AAAA', mediaType: 'image/png' },
      { type: 'image', image: 'data:image/png;base64,AAAA' },
      { type: 'media', data: 'AAAA', mediaType: 'image/png' },
      { type: 'file', data: 'https://example.com/a.png', mediaType: 'image/png' },
      { type: 'image', image: 'AAAA' },
    ];
    const { attachments } = toPartsContent(parts);
    expect(attachments).toEqual([png, png, png, { ...png, bytes: 0 }, { mediaType: 'image/*', bytes: 3 }]);
    expect(toPartsContent([{ type: 'chart', data: 'AAAA' }])).toEqual({ text: '{"type":"chart","data":"AAAA"}', attachments: [] });
  });
  it.each([
    ['audio', 'audio/*'],
    ['file', 'application/octet-stream'],
    ['media', 'application/octet-stream'],
    ['image', 'image/*'],
  ])('without a media type, a part of type %s is %s, itself and by address', (type, mediaType) => {
    const { attachments } = toPartsContent([
      { type, data: 'AAAA' },
      { type, data: 'https://example.com/a' },
    ]);
    expect(attachments).toEqual([
      { mediaType, bytes: 3 },
      { mediaType, bytes: 0 },
    ]);
  });
});
