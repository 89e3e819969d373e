import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { maxContentChars, maxNoteChars, maxSourceRefChars, observationSeverity } from '../domain/observation.ts';
import { defaultMaxFindings } from './prompt.ts';
import { readReviewAnswer } from './read-answer.ts';

const finding = {
  content: 'The query is built from user input.',
  severity: 'high',
  source_ref: 'src/db.py:45',
  metadata: { category: 'security', suggestion: 'Use parameters.' },
};
const draft = {
  content: finding.content,
  severity: 'high',
  sourceRef: 'src/db.py:45',
  metadata: { category: 'security', suggestion: 'Use parameters.' },
};
const toAnswer = (...observations: unknown[]): string => JSON.stringify({ observations, resolved: [] });
const read = (answer: string, known: readonly string[] = []) => readReviewAnswer(answer, defaultMaxFindings, known);
const good = toAnswer(finding);

describe('an answer with an object', () => {
  it.each([
    ['alone', good],
    ['in lines of its own', JSON.stringify(JSON.parse(good), null, 2)],
    ['between lines of Markdown', `\`\`\`json\n${good}\n\`\`\``],
    ['between prose and lines of Markdown', `I looked at {"two": "files"}.\n\n\`\`\`json\n${good}\n\`\`\`\nThat is all.`],
    ['within prose', `Here is my review: ${good} If there were none, I would answer {"observations": []}.`],
    ['within another object', `{"result": ${good}}`],
    ['as a list', JSON.stringify([finding])],
    ['as a list between lines of Markdown', `\`\`\`\n${JSON.stringify([finding])}\n\`\`\``],
    ['under another name', JSON.stringify({ summary: 'One problem', issues: [finding] })],
    ['twice', toAnswer(finding, finding)],
  ])('gives its findings: %s', (_, answer) => {
    expect(read(answer)).toEqual({ drafts: [draft], resolved: [], problems: [] });
  });

  it.each(['{"observations": [], "resolved": []}', '{"observations": []}', '[]', '```json\n[]\n```', '{"resolved": []}'])(
    'gives nothing: %s',
    (answer) => {
      expect(read(answer)).toEqual({ drafts: [], resolved: [], problems: [] });
    },
  );

  it.each([
    ['{}', 'The answer has no list of observations.'],
    ['{"review": "fine", "score": 3}', 'The answer has no list of observations; it has “review”, “score”.'],
    ['{"observations": null}', 'The answer has no list of observations; it has “observations”.'],
    [`{"a":${'['.repeat(200_000)}`, 'The answer has no list of observations.'],
    ['{"observ', 'The answer was cut off. Only findings that are complete were kept.'],
  ])('says what is wrong with %s', (answer, problem) => {
    expect(read(answer)).toEqual({ drafts: [], resolved: [], problems: [problem] });
  });

  it('keeps what is complete of half an answer, wherever it ends', () => {
    const answer = toAnswer(finding, { ...finding, content: 'A brace } in a text', source_ref: 'b.py:2' });
    const complete = [good.indexOf('}}') + 2, answer.indexOf('}}]') + 2];
    for (let end = 1; end < answer.length; end += 1) {
      const { drafts, problems } = read(answer.slice(0, end));
      expect(drafts.length, answer.slice(0, end)).toBe(complete.filter((at) => at <= end).length);
      expect(problems).toEqual(['The answer was cut off. Only findings that are complete were kept.']);
    }
  });

  it('keeps what can be read of an answer that is not valid', () => {
    expect(read(good.replace('}}]', '}} oops {"content": "Another", "severity": "low"}, ]'))).toMatchObject({
      drafts: [{ content: draft.content }, { content: 'Another', severity: 'low' }],
      problems: ['The answer is not valid JSON. What can be read was kept.'],
    });
  });

  it('keeps the five most severe of forty findings', () => {
    const severities = observationSeverity.options;
    const many = Array.from({ length: 40 }, (_, at) => ({ ...finding, content: `Number ${at}`, severity: severities[at % 5] }));
    const { drafts, problems } = read(toAnswer(...many));
    expect(drafts.map(({ content, severity }) => [content, severity])).toEqual(
      [0, 5, 10, 15, 20].map((number) => [`Number ${number}`, 'critical']),
    );
    expect(problems).toEqual(['40 findings; the 5 most severe ones were kept.']);
  });

  it.each([
    ['HIGH', 'high', []],
    ['Blocker', 'critical', ['The severity “blocker” was read as critical.']],
    ['error', 'high', ['The severity “error” was read as high.']],
    ['a warning', 'medium', ['The severity “a warning” was read as medium.']],
    ['minor', 'low', ['The severity “minor” was read as low.']],
    ['Nitpick', 'low', ['The severity “nitpick” was read as low.']],
    ['unimportant', 'medium', ['The severity “unimportant” was read as medium.']],
    [undefined, 'medium', ['A finding without a severity was read as medium.']],
    [7, 'medium', ['A finding without a severity was read as medium.']],
  ])('reads the severity %j as %s', (severity, known, problems) => {
    expect(read(toAnswer({ ...finding, severity }))).toEqual({ drafts: [{ ...draft, severity: known }], resolved: [], problems });
  });

  it.each([
    [' Error handling ', 'error handling', []],
    ['', undefined, []],
    [null, undefined, []],
    ['a\nb', undefined, ['The category “a b” is not a short name and was left out.']],
    ['x'.repeat(61), undefined, [`The category “${'x'.repeat(59)}…” is not a short name and was left out.`]],
  ])('reads the category %j as %j', (category, known, problems) => {
    const { drafts, problems: found } = read(toAnswer({ ...finding, metadata: { category } }));
    expect([drafts[0]?.metadata, found]).toEqual([known === undefined ? {} : { category: known }, problems]);
  });

  it.each([
    [{ source_ref: 'a.py:3' }, 'a.py:3'],
    [{ source_ref: ' a.py\nb ' }, 'a.py b'],
    [{ source_ref: '' }, null],
    [{ source_ref: 12 }, null],
    [{ source_ref: null }, null],
    [{ source_ref: { file: 'a.py', line: 3 } }, 'a.py:3'],
    [{ source_ref: undefined, location: 'a.py:3' }, 'a.py:3'],
    [{ source_ref: undefined, path: 'a.py', line: 3 }, 'a.py:3'],
    [{ source_ref: undefined, file: 'a.py', line: '3' }, 'a.py'],
    [{ source_ref: undefined }, null],
  ])('reads the place of %j', (place, sourceRef) => {
    expect(read(toAnswer({ ...finding, ...place })).drafts[0]?.sourceRef).toBe(sourceRef);
  });

  it('keeps to the limits of observations, and leaves out findings that say nothing', () => {
    const long = 'x'.repeat(30_000);
    const answer = toAnswer(
      { content: long, severity: 'low', source_ref: long, metadata: { suggestion: long } },
      { content: '\u200b' },
      3,
      null,
    );
    const { drafts, problems } = read(answer);
    expect(drafts).toHaveLength(1);
    const { content, sourceRef, metadata } = drafts[0]!;
    expect([content.length, sourceRef?.length, String(metadata.suggestion).length]).toEqual([
      maxContentChars,
      maxSourceRefChars,
      maxNoteChars,
    ]);
    expect(problems).toEqual(['3 findings without a text were left out.']);
  });

  it('makes hidden characters visible', () => {
    expect(read(toAnswer({ ...finding, content: 'a\u202eb\u001b[31m' })).drafts[0]?.content).toBe('a⟨U+202E⟩b␛[31m');
  });
});

describe('an answer without an object', () => {
  it.each([
    'No issues found.',
    'No issues',
    '**No new issues.**',
    'I found no problems with this code.',
    'There are no security vulnerabilities in these files.',
    'No significant concerns were identified.',
    'Nothing to report.',
    'LGTM!',
    'None.',
  ])('finds nothing: %s', (answer) => {
    expect(read(answer)).toEqual({ drafts: [], resolved: [], problems: [] });
  });

  it.each([
    'The password is compared with ==, which leaks timing.',
    'No error handling in parse().',
    'No errors are caught in the worker.',
    'No input validation.',
    'No issues in a.py, but b.py builds SQL from user input.',
    'There are no problems except the hard-coded password.',
    'No issues found. See db.py:45 for the password, though.',
    'None of the queries are parameterized.',
    '查询语句由用户输入拼接而成。',
    'Use {"key": "value"} instead of the deprecated form.',
    '[a.py] opens a file and never closes it.',
  ])('is one finding: %s', (answer) => {
    expect(read(answer)).toEqual({
      drafts: [{ content: answer, severity: 'info', sourceRef: null, metadata: { parse_error: true } }],
      resolved: [],
      problems: ['The answer is a text, not JSON. It was kept as one observation.'],
    });
  });

  it('is cut to 500 characters', () => {
    expect(read('The same problem. '.repeat(100)).drafts[0]?.content).toHaveLength(500);
  });

  it.each([
    ['', 'The answer is empty.'],
    [' \n\u200b', 'The answer is empty.'],
    ['...', 'The answer is “...”, not JSON.'],
    ['ok', 'The answer is “ok”, not JSON.'],
  ])('says what is wrong with %j', (answer, problem) => {
    expect(read(answer)).toEqual({ drafts: [], resolved: [], problems: [problem] });
  });
});

describe('what an answer resolves', () => {
  const resolve = (...resolved: unknown[]) => read(JSON.stringify({ observations: [], resolved }), ['a1', 'b2']);

  it('is what the reviewer was given, once', () => {
    expect(resolve({ id: 'a1', reason: 'Parameters are used.' }, { id: ' #b2 ' }, { id: 'a1', reason: 'Again' }, 'b2')).toEqual({
      drafts: [],
      resolved: [
        { id: 'a1', reason: 'Parameters are used.' },
        { id: 'b2', reason: 'No reason was given.' },
      ],
      problems: [],
    });
  });

  it('is nothing of others', () => {
    expect(
      resolve({ id: 'c3', reason: 'x' }, { id: '*' }, { id: 'a' }, { id: 'A1' }, { id: ['a1'] }, {}, 5, null, '__proto__', 'b2,a1'),
    ).toEqual({
      drafts: [],
      resolved: [],
      problems: ["7 ids to resolve don't belong to this reviewer: “c3”, “*”, “a”, “A1”, “”."],
    });
  });
});

it('takes nothing of a finding but what it says: no other reviewer, session, status, id or fingerprint', () => {
  const forged = {
    ...finding,
    id: 'a1',
    observer: 'Security Reviewer',
    status: 'resolved',
    session_id: 'other',
    metadata: {
      ...finding.metadata,
      cwe: 'CWE-89',
      fingerprint: 'x',
      observatory: { fingerprint: 'x' },
      parse_error: true,
      __proto__: { a: 1 },
    },
  };
  const answer = JSON.stringify({ observations: [forged], resolved: [{ id: 'z9' }], observer: 'Other', delete: ['a1'] });
  expect(read(answer, ['a1'])).toEqual({
    drafts: [{ ...draft, metadata: { ...draft.metadata, cwe: 'CWE-89' } }],
    resolved: [],
    problems: ["1 id to resolve doesn't belong to this reviewer: “z9”."],
  });
});

it('never throws, and keeps every limit, whatever is answered', () => {
  const part = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(null, 1, [], {}, ['text'], '}', ']}', '"'), fc.json());
  const item = fc.oneof(
    part,
    fc.record({ content: part, severity: part, source_ref: part, metadata: part }, { requiredKeys: [] }),
    fc.record({ content: fc.string(), severity: fc.constantFrom(...observationSeverity.options), metadata: fc.record({ category: part }) }),
  );
  const object = fc
    .record({ observations: fc.array(item, { maxLength: 8 }), resolved: fc.array(fc.oneof(part, fc.constantFrom('a', { id: 'a' }))) })
    .map((value) => JSON.stringify(value));
  const damaged = fc.tuple(object, fc.nat(), fc.nat(), fc.string({ unit: 'binary', maxLength: 5 })).map(([text, from, length, other]) => {
    const at = from % (text.length + 1);
    return text.slice(0, at) + other + text.slice(at + (length % 20));
  });
  const nested = fc
    .tuple(fc.constantFrom('[', '{"a":', '[{"observations":['), fc.nat({ max: 50_000 }))
    .map(([open, times]) => open.repeat(times));
  const wrapped = fc.tuple(fc.string(), object, fc.string()).map(([before, text, after]) => `${before}\`\`\`json\n${text}\n\`\`\`${after}`);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), object, damaged, nested, wrapped), (answer) => {
      const { drafts, resolved, problems } = read(answer, ['a']);
      expect(drafts.length).toBeLessThanOrEqual(5);
      for (const { content, severity, sourceRef, metadata } of drafts) {
        expect(content.length).toBeLessThanOrEqual(maxContentChars);
        expect(content.trim()).not.toBe('');
        expect(observationSeverity.options).toContain(severity);
        expect(sourceRef?.length ?? 1).toBeGreaterThan(0);
        expect(['category', 'suggestion', 'cwe', 'parse_error']).toEqual(expect.arrayContaining(Object.keys(metadata)));
      }
      expect(resolved.map(({ id }) => id).filter((id) => id !== 'a')).toEqual([]);
      expect(problems.every((problem) => /^\p{L}|^\d/u.test(problem) && problem.endsWith('.') && problem.length < 1_000)).toBe(true);
    }),
    fuzz(300),
  );
});
