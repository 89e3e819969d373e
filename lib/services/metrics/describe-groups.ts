import type { CohortSplit } from '../../domain/cohort.ts';
import type { GroupNames } from '../../metrics/verdict.ts';

type Described = { labels: GroupNames; names: GroupNames };

const printDay = (ms: string): string => new Date(Number(ms)).toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '');

/** Names of both groups: alone, and behind the word "turns". `value` and `against` are as in a selection; an instant is in milliseconds. */
export const describeGroups = (split: CohortSplit, value: string | null, against: string | null): Described => {
  const b = value ?? '';
  switch (split) {
    case 'retrieval':
      return { labels: { a: 'Without examples', b: 'With examples' }, names: { a: 'without examples', b: 'with examples' } };
    case 'finding':
      return {
        labels: { a: 'No finding', b: 'With a finding' },
        names: { a: 'of sessions without a finding', b: 'of sessions with a finding' },
      };
    case 'period': {
      const [day, from] = [printDay(b), against === null ? null : printDay(against)];
      const before = from === null ? `before ${day}` : `from ${from} to ${day}`;
      return {
        labels: { a: before.replace(/^./u, (first) => first.toUpperCase()), b: `Since ${day}` },
        names: { a: before, b: `since ${day}` },
      };
    }
    case 'tool':
    case 'mcp': {
      const of = split === 'tool' ? '' : ' (MCP)';
      const other = against === null ? 'that did not' : `that used ${against}${of}`;
      return { labels: { a: against ?? 'All others', b }, names: { a: other, b: `that used ${b}${of}` } };
    }
    default: {
      const word = { model: 'by', agent: 'by', project: 'in' }[split];
      return {
        labels: { a: against ?? 'All others', b },
        names: { a: against === null ? 'of all others' : `${word} ${against}`, b: `${word} ${b}` },
      };
    }
  }
};
