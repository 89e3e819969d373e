import { makeClaudeLines, toFile } from './claude-lines.ts';

/** Two images of one pixel and of the same size. */
const pngs = {
  red: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4YaMBAAL8AS3/gzpXAAAAAElFTkSuQmCC',
  blue: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPQiDoBAAH4AUspz9deAAAAAElFTkSuQmCC',
};
export const pngOf = (color: keyof typeof pngs): Buffer => Buffer.from(pngs[color], 'base64');

const toImage = (mediaType: string, data: string) => ({ type: 'image', source: { type: 'base64', media_type: mediaType, data } });
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64');

/** A session with a PNG and an SVG in its prompt, and two calls whose results are images on one line. */
export const makeImageLines = (sessionId: string): string => {
  const talk = makeClaudeLines({ sessionId });
  const toResult = (id: string, color: keyof typeof pngs) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: [toImage('image/png', pngs[color])],
  });
  return toFile(
    talk.user({ type: 'text', text: 'Compare them' }, toImage('image/png', pngs.red), toImage('image/svg+xml', svg)),
    talk.call('c1', 'Read', { file_path: 'red.png' }),
    talk.call('c2', 'Read', { file_path: 'blue.png' }),
    talk.user(toResult('c1', 'red'), toResult('c2', 'blue')),
    talk.response('They differ.'),
  );
};
