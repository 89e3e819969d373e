import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../domain/assessment.ts';
import { computeFindingFingerprint, computeFingerprint, observationIdOf, type Identity } from './fingerprint.ts';

const text = fc.string({ minLength: 1, maxLength: 20 }).filter((value) => !value.includes('\0'));
const identity = fc.record<Identity>({
  observer: text,
  category: fc.option(text, { nil: null }),
  subject: text,
  within: fc.option(text, { nil: null }),
});
const inProject = (folderName: string | null, sessionId = 's') => ({ folderName, sessionId });

describe('fingerprints', () => {
  it('are the same in any project where the subject means the same thing there', () => {
    const of = (finding: Pick<Finding, 'subject' | 'subjectScope'>, at: ReturnType<typeof inProject>) =>
      computeFindingFingerprint('stall', { category: 'Repetitive Pattern', ...finding }, at);
    const archiveWide = { subject: 'k7', subjectScope: 'archive' } as const;
    expect(of(archiveWide, inProject('one'))).toBe(of(archiveWide, inProject('two')));
    for (const subject of ['k7', 'scope', '']) {
      const scoped = { subject, subjectScope: 'project' } as const;
      expect(of(scoped, inProject('one', 's'))).toBe(of(scoped, inProject('one', 't')));
      expect(of(scoped, inProject('one'))).not.toBe(of(scoped, inProject('two')));
      expect(of(scoped, inProject(null, 's'))).not.toBe(of(scoped, inProject(null, 't')));
    }
    const unnamed = { subject: '', subjectScope: 'archive' } as const;
    expect(of(unnamed, inProject('one'))).not.toBe(of(unnamed, inProject('two')));
  });

  it('are one for the same refusal of the same call, whichever observer found it', () => {
    const of = (observer: string, category: string, subject: string) =>
      computeFindingFingerprint(observer, { category, subject, subjectScope: 'archive' }, inProject('p'));
    expect(of('stall', 'Repetitive Pattern', 'call k1')).toBe(of('error_cascade', 'Error Cascade', 'call k1'));
    expect(of('stall', 'Repetitive Pattern', 'call k1')).not.toBe(of('stall', 'Repetitive Pattern', 'call k2'));
    expect(of('stall', 'Repetitive Pattern', 'k1')).not.toBe(of('error_cascade', 'Error Cascade', 'k1'));
  });

  it('stay as they were for findings stored without a scope', () => {
    const of = (subject: string, project: string, subjectScope?: 'archive' | 'project') =>
      computeFindingFingerprint('drift', { category: 'Scope Drift', subject, subjectScope }, inProject(project));
    expect(of('scope', 'one')).toBe(of('scope', 'one', 'project'));
    expect(of('error rate', 'one')).toBe(of('error rate', 'one', 'project'));
    expect(of('k7', 'one')).toBe(of('k7', 'two', 'archive'));
  });

  it('differ where observer, category, subject or scope differ', () => {
    fc.assert(
      fc.property(identity, identity, (a, b) => {
        const same = a.observer === b.observer && (a.category ?? '') === (b.category ?? '') && a.subject === b.subject;
        const expected = same && (a.within ?? '') === (b.within ?? '');
        expect(computeFingerprint(a) === computeFingerprint(b)).toBe(expected);
      }),
      {
        examples: [
          [
            { observer: 'a', category: null, subject: 'scope', within: null },
            { observer: 'a', category: null, subject: 'scope', within: 'p' },
          ],
        ],
      },
    );
  });

  it('give one id in each session and one in none', () => {
    const ids = [observationIdOf('s1', 'f'), observationIdOf('s2', 'f'), observationIdOf(null, 'f'), observationIdOf('s1', 'g')];
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[a-z2-7]{26}$/u);
    expect(observationIdOf('s1', 'f')).toBe(ids[0]);
  });
});
