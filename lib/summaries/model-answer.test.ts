import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { answerLimits, readAnswer, toConfidenceLevel } from './model-answer.ts';

it.each([
  ['High', 'High'],
  ['High confidence', 'High'],
  [' very low. ', 'Low'],
  ['**Medium**', 'Medium'],
  ['Low to medium', 'Unknown'],
  ['not high', 'Unknown'],
  ['Highest', 'Unknown'],
  ['90 %', 'Unknown'],
  ['', 'Unknown'],
])('reads the confidence %j as %s', (text, level) => {
  expect(toConfidenceLevel(text)).toBe(level);
});

it('reads an object between lines of Markdown', () => {
  const texts = { summary: 'It is done.', tools_rationale: 'Bash', key_findings: 'All pass', confidence_level: 'High' };
  expect(readAnswer(`\n\`\`\`json\n${JSON.stringify(texts)}\n\`\`\`\n`, 'go')).toEqual({ texts, problem: null });
});

it('makes hidden characters visible', () => {
  const text = JSON.stringify({
    summary: 'It is\n\u001b[31mdone\u202e now',
    tools_rationale: 'Bash',
    key_findings: 'All pass',
    confidence_level: '',
  });
  expect(readAnswer(text, 'go').texts?.summary).toBe('It is ␛[31mdone⟨U+202E⟩ now');
});

it('never throws, and keeps every limit, whatever is answered', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ maxLength: 9 }).map((text) => text.repeat(500)),
    fc.constantFrom(null, 1, [], {}, ['text']),
  );
  const object = fc.record({ summary: part, tools_rationale: part, key_findings: part, confidence_level: part }, { requiredKeys: [] });
  const answers = fc.oneof(
    fc.string(),
    fc.json({ maxDepth: 2 }),
    object.map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(answers, fc.string(), (answer, prompt) => {
      const { texts, problem } = readAnswer(answer, prompt);
      expect(texts === null).toBe(problem !== null);
      if (texts === null) return;
      for (const name of ['summary', 'tools_rationale', 'key_findings'] as const)
        expect(texts[name].length).toBeLessThanOrEqual(answerLimits[name]);
    }),
    fuzz(50),
  );
});
