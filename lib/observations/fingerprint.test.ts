import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFingerprint, observationIdOf, type Identity } from './fingerprint.ts';

const text = fc
  .string({ minLength: 1, maxLength: 20 })
  .filter((value) => !value.includes('\0') && !/^(?:call|scope|error rate)/u.test(value));
const identity = fc.record<Identity>({
  observer: text,
  category: fc.option(text, { nil: null }),
  subject: fc.oneof(fc.constantFrom('scope', 'error rate', ''), text),
  within: fc.option(text, { nil: null }),
});

describe('fingerprints', () => {
  it('are the same for the same thing in any project, where the subject names it', () => {
    const of = (subject: string, within: string | null) =>
      computeFingerprint({ observer: 'stall', category: 'Repetitive Pattern', subject, within });
    expect(of('k7', 'one')).toBe(of('k7', 'two'));
    for (const generic of ['scope', 'error rate', '']) {
      expect(of(generic, 'one')).toBe(of(generic, 'one'));
      expect(of(generic, 'one')).not.toBe(of(generic, 'two'));
    }
  });

  it('are one for the same refusal of the same call, whichever observer found it', () => {
    const of = (observer: string, category: string, subject: string) => computeFingerprint({ observer, category, subject, within: 'p' });
    expect(of('stall', 'Repetitive Pattern', 'call k1')).toBe(of('error_cascade', 'Error Cascade', 'call k1'));
    expect(of('stall', 'Repetitive Pattern', 'call k1')).not.toBe(of('stall', 'Repetitive Pattern', 'call k2'));
  });

  it('are several for unrelated drifts and error rates of a project', () => {
    const of = (subject: string, within = 'p') => computeFingerprint({ observer: 'stall', category: 'x', subject, within });
    for (const kind of ['scope', 'error rate']) {
      expect(of(`${kind} a`)).not.toBe(of(`${kind} b`));
      expect(of(`${kind} a`)).not.toBe(of(`${kind} a`, 'q'));
      expect(of(`${kind} a`)).toBe(of(`${kind} a`));
    }
  });

  it('differ where observer, category or subject differ', () => {
    fc.assert(
      fc.property(identity, identity, (a, b) => {
        const same = a.observer === b.observer && (a.category ?? '') === (b.category ?? '') && a.subject === b.subject;
        const isGeneric = ['scope', 'error rate', ''].includes(a.subject);
        const expected = same && (!isGeneric || (a.within ?? '') === (b.within ?? ''));
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
