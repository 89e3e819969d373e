import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeObservation } from './__fixtures__/make-observation.ts';
import { toIssue } from './issue.ts';

const settings = { type: 'bug', autoAssign: true };
/** Lines outside of blocks of code, as Markdown reads them, without code in a line. */
const toProse = (body: string): string[] => {
  let fence: string | null = null;
  return body.split('\n').flatMap((line) => {
    const [marks] = /^`{3,}/u.exec(line) ?? [];
    if (fence === null && marks) fence = marks;
    else if (fence !== null && line === fence) fence = null;
    else if (fence === null) return [line.replace(/(?<!`)(`+)(?!`)(?:.*?[^`])??\1(?!`)/gu, '')];
    return [];
  });
};

describe('toIssue', () => {
  it('tells what it is, why, and where', () => {
    const observation = makeObservation({
      title: 'Repeated\ncall',
      content: 'make was run 4 times',
      severity: 'high',
      category: 'Repetitive Pattern',
      metadata: { suggestion: 'Read the error' },
    });
    const { body, ...rest } = toIssue(observation, settings);
    expect(rest).toEqual({ title: 'Repeated call', type: 'bug', severity: 'high', auto_assign: true });
    expect(body).toContain('```text\nmake was run 4 times\n```\n\n**Suggestion**\n\n```text\nRead the error\n```\n');
    expect(body).toContain('- Severity: high\n');
    expect(body).toContain('- Seen: 1 ×, 1970-01-01T00:00:00Z to 1970-01-01T00:00:00Z\n');
    expect(body).toContain('- Category: `Repetitive Pattern`\n');
  });

  it('says a dash where no record told a time', () => {
    const { body } = toIssue(makeObservation({ firstSeenAtMs: null, lastSeenAtMs: null, seen: 2 }), settings);
    expect(body).toContain('- Seen: 2 ×, –\n');
  });

  it('cuts a long title at a whole character, and says so', () => {
    const { title } = toIssue(makeObservation({ title: `${'x'.repeat(198)}👩👩` }), settings);
    expect(title).toBe(`${'x'.repeat(198)}…`);
  });

  it('lets nothing that is quoted be read as Markdown', () => {
    const piece = fc.constantFrom('@all', '```', '`', '````text', '\n', '![x](http://x)', '<b>', ' ', '~~~', '\r\n', '\u202e');
    const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => `a${pieces.join('')}`);
    fc.assert(
      fc.property(text, text, text, (content, category, sourceRef) => {
        const { body } = toIssue(makeObservation({ content, category, sourceRef, metadata: { suggestion: content } }), settings);
        expect(toProse(body).filter((line) => /@|http|<b>|~~~/u.test(line))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
