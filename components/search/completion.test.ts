import { expect, test } from 'vitest';
import { applyCompletion, findCompleting, listCompletions } from './completion.ts';

const complete = (text: string, caret = text.length, isAsked = false) => findCompleting(text, caret, isAsked);
const insertsOf = (text: string, known: (string | { value: string; about: string; count: null })[] = []) => {
  const completing = complete(text);
  return completing === null
    ? null
    : listCompletions(
        completing,
        known.map((name) => (typeof name === 'string' ? { value: name, about: '', count: 1 } : name)),
      ).map(({ insert }) => insert);
};

test('names of fields', () => {
  expect(insertsOf('lock to')).toEqual(['tool:']);
  expect(insertsOf('-ki')).toEqual(['kind:']);
  expect(insertsOf('s')).toBeNull();
  expect(insertsOf('')).toBeNull();
  expect(insertsOf('"to')).toBeNull();
  expect(complete('', 0, true)).toEqual({ field: null, typed: '', start: 0, end: 0 });
});

test('values of a closed list, without what is typed in full', () => {
  expect(insertsOf('outcome:er')).toEqual(['error', 'interrupted']);
  expect(insertsOf('outcome:error')).toEqual([]);
  expect(insertsOf('kind:prompt,tool')).toEqual(['tool_call', 'tool_result']);
  expect(insertsOf('is:')).toEqual(['starred']);
});

test('names of the archive', () => {
  expect(insertsOf('TOOL:ba', ['Bash', 'BashOutput', 'Read'])).toEqual(['Bash', 'BashOutput']);
  expect(insertsOf('tool:re', ['search_repos', 'Read', 'Grep', 'Retry'])).toEqual(['Read', 'Retry', 'search_repos', 'Grep']);
  expect(insertsOf('project:"my sh', ['my shop'])).toEqual(['my shop']);
  expect(insertsOf('session:ledg', [{ value: 'abc', about: 'Repair the ledger', count: null }])).toEqual(['abc']);
});

test('a completion takes the place of what is typed', () => {
  const apply = (text: string, insert: string, caret = text.length) => {
    const completing = complete(text, caret);
    return completing === null ? null : applyCompletion(text, completing, { insert });
  };
  expect(apply('x to', 'tool:')).toEqual({ text: 'x tool:', caret: 7 });
  expect(apply('tool:ba', 'Bash')).toEqual({ text: 'tool:Bash ', caret: 10 });
  expect(apply('tool:ba lock', 'Bash', 7)).toEqual({ text: 'tool:Bash lock', caret: 10 });
  expect(apply('kind:prompt,to', 'tool_call')).toEqual({ text: 'kind:prompt,tool_call ', caret: 22 });
  expect(apply('project:"my s', 'my shop')).toEqual({ text: 'project:"my shop" ', caret: 18 });
});
