import { describe, expect, it } from 'vitest';
import { computeWilson } from '../stats/proportion.ts';
import { measureRewordings } from './__fixtures__/measure-rewordings.ts';
import { toFindingFingerprint } from './finding-fingerprint.ts';
import { matchFindings, type KnownFinding, type ReviewFinding } from './match.ts';

const buildFinding = (content: string, sourceRef: string | null, category: string | null = null): ReviewFinding => ({
  content,
  severity: 'medium',
  sourceRef,
  category,
});
const buildKnown = (id: string, content: string, sourceRef: string | null): KnownFinding => ({
  ...buildFinding(content, sourceRef),
  id,
  fingerprint: id,
  state: 'open',
});
const match = (findings: ReviewFinding[], known: KnownFinding[], root: string | null = null) =>
  matchFindings(findings, known, root).map((found) => found?.id ?? null);

const injection = buildKnown('injection', 'SQL injection in `find_user`: the email is concatenated into the query.', 'src/users.py:40');
const secret = buildKnown('secret', 'The API key of the mail service is hardcoded.', 'src/users.py:12');
const leak = buildKnown('leak', 'The connection that `load_all` opens is never closed.', 'src/users.py:90');
const known = [injection, secret, leak];

describe('matching findings', () => {
  it('finds the problem behind other words, in any order', () => {
    const findings = [
      buildFinding('Resource leak: `load_all` does not release its connection.', 'src/users.py:97'),
      buildFinding('`find_user` builds SQL from unescaped input; bind the email instead.', 'src/users.py:47'),
      buildFinding('Credential in the source: move the key of the mail service to the environment.', 'src/users.py:12'),
    ];
    expect(match(findings, known)).toEqual(['leak', 'injection', 'secret']);
  });

  it.each(['./src/users.py:40', 'src\\users.py:40', 'a/src/users.py:40-44', '/work/app/src/users.py#L40', 'users.py (line 40)'])(
    'knows the file by the name %s',
    (sourceRef) => {
      expect(match([buildFinding(injection.content, sourceRef)], known, '/work/app')).toEqual(['injection']);
    },
  );

  it('never matches a finding of another file, even in the same words on the same line', () => {
    expect(match([buildFinding(injection.content, 'src/orders.py:40')], known)).toEqual([null]);
    expect(match([buildFinding(injection.content, 'src/users.py.orig/main.py:40')], known)).toEqual([null]);
  });

  it('matches by words alone if the file of one is unknown', () => {
    expect(match([buildFinding(injection.content, null), buildFinding(leak.content, 'msg_12')], known)).toEqual(['injection', 'leak']);
  });

  it('tells the same problem in two functions apart', () => {
    expect(
      match([buildFinding('SQL injection in `find_order`: the number is concatenated into the query.', 'src/users.py:58')], known),
    ).toEqual([null]);
  });

  it('gives each known one to one finding, the one that fits best', () => {
    const twice = [buildFinding(injection.content, 'src/users.py:70'), buildFinding(injection.content, 'src/users.py:40')];
    expect(match(twice, known)).toEqual([null, 'injection']);
  });

  it('keeps equal words on two lines apart by their lines', () => {
    const both = [10, 80].map((line) => buildKnown(`line ${line}`, 'Bare except clause.', `src/jobs.py:${line}`));
    expect(match([buildFinding('Bare except clause.', 'src/jobs.py:82')], both)).toEqual(['line 80']);
  });

  it('has no match without known observations, words or findings', () => {
    expect(match([injection], [])).toEqual([null]);
    expect(match([buildFinding('…', null)], known)).toEqual([null]);
    expect(match([], known)).toEqual([]);
  });
});

describe('the fingerprint of a finding', () => {
  const review = { reviewer: 'Security', root: '/work/app', within: 'app' };
  const fingerprint = (finding: ReviewFinding, taken: string[] = [], at = review) => toFindingFingerprint(finding, at, new Set(taken));
  const finding = buildFinding('The API key of the mail service is hardcoded.', 'src/users.py:12', 'security');

  it('does not depend on the line, the order of words, or the word for the category', () => {
    const same = buildFinding('Hardcoded: the mail service’s API key.', '/work/app/src/users.py:88', 'Vulnerability');
    expect(fingerprint(same)).toBe(fingerprint(finding));
  });

  it.each([
    ['reviewer', finding, { ...review, reviewer: 'Quality' }],
    ['project', finding, { ...review, within: 'other' }],
    ['category', { ...finding, category: 'style' }, review],
    ['file', { ...finding, sourceRef: 'src/mail.py:12' }, review],
    ['words', { ...finding, content: 'The API key of the map service is hardcoded.' }, review],
  ])('depends on the %s', (_, other, at) => {
    expect(fingerprint(other, [], at)).not.toBe(fingerprint(finding));
  });

  it('is another one for a second problem in the same words, the same in each session', () => {
    const first = fingerprint(finding);
    const second = fingerprint(finding, [first]);
    expect(second).not.toBe(first);
    expect(fingerprint(finding, [first])).toBe(second);
    expect(fingerprint(finding, [first, second])).not.toBe(second);
  });
});

describe('labeled rewordings', () => {
  const describeRate = (hits: number, of: number): string => {
    const { low, high } = computeWilson({ hits, of }) ?? { low: NaN, high: NaN };
    return `${hits} of ${of} = ${(hits / of).toFixed(3)} (95 %: ${low.toFixed(3)} to ${high.toFixed(3)})`;
  };

  // What is reached, not the goal of 0.95 and 0.8: `npm run bench -- rewordings` compares with that.
  it.each([
    ['dev', { precision: 0.9, recall: 0.57 }],
    ['test', { precision: 0.77, recall: 0.3 }],
  ] as const)('are matched no worse than before, in the %s set', (set, least) => {
    const { matched, right, same } = measureRewordings(set);
    process.stdout.write(`rewordings-${set}: precision ${describeRate(right, matched)}, recall ${describeRate(right, same)}\n`);
    expect(right / matched).toBeGreaterThanOrEqual(least.precision);
    expect(right / same).toBeGreaterThanOrEqual(least.recall);
  });
});
