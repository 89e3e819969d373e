import type { Project } from '../project.ts';

export const orchardUi: Project = {
  name: 'orchard-ui',
  branch: 'table-keyboard',
  testCommand: 'pnpm test',
  testPassed: (count) =>
    `> orchard-ui@2.4.0 test\n> jest\n\nPASS src/components/data-table.test.tsx\nPASS src/components/date-field.test.tsx\n\nTests:       ${count} passed, ${count} total\nTime:        4.8 s`,
  testFailed: (test, failure) =>
    `> orchard-ui@2.4.0 test\n> jest\n\nFAIL src/components/data-table.test.tsx\n  ● ${test}\n\n${failure}\n\nTests:       1 failed, 47 passed, 48 total\nTime:        5.1 s`,
  checkCommand: 'pnpm lint',
  others: [
    { path: 'src/components/button.tsx', text: 'export const Button = (props: ButtonProps) => <button type="button" {...props} />;' },
    { path: 'src/theme/tokens.css', text: ':root {\n  --space-1: 4px;\n  --space-2: 8px;\n}' },
    { path: '.storybook/main.ts', text: "export default { stories: ['../src/**/*.stories.tsx'] };" },
    { path: 'package.json', text: '{\n  "name": "orchard-ui",\n  "version": "2.4.0"\n}' },
  ],
  tasks: [
    {
      title: 'Arrow keys in the data table',
      request:
        'The data table should be usable by keyboard: arrows move, Enter opens, Escape leaves the cell. One tab stop for the whole table.',
      followUp: 'Home and End as well, please.',
      thought:
        'A roving tabindex: one cell has 0, all others −1. Focus moves with the arrows; the table remembers the last cell, so that Tab comes back to it.',
      file: 'src/components/data-table.tsx',
      before: '<td key={column.id} tabIndex={0} onClick={() => open(row)}>',
      after:
        '<td\n  key={column.id}\n  tabIndex={isCurrent(row, column) ? 0 : -1}\n  onKeyDown={(event) => move(event, row, column)}\n  onClick={() => open(row)}\n>',
      search: 'tabIndex',
      test: 'DataTable › arrow down moves to the next row',
      failure:
        '    expect(element).toHaveFocus()\n\n    Expected element with focus:\n      <td tabindex="-1">Boskoop</td>\n    Received element with focus:\n      <body />',
      done: 'One tab stop, arrows, Enter, Escape, Home and End. The current cell survives sorting because it is kept by row id, not by position.',
    },
    {
      title: 'Date field forgets what was typed',
      request:
        'When I type 31.02. in the date field and leave it, it silently becomes 3 March. It should say what is wrong and keep what I typed.',
      followUp: 'Which screen readers announce that message?',
      thought:
        'new Date(2026, 1, 31) rolls over. Parse, build, and compare the parts with what was typed: if they differ the day does not exist.',
      file: 'src/components/date-field.tsx',
      before: 'const date = new Date(year, month - 1, day);\nonChange(date);',
      after:
        'const date = new Date(year, month - 1, day);\nif (date.getMonth() !== month - 1) {\n  setProblem(`There is no ${day}.${month}.`);\n  return;\n}\nonChange(date);',
      search: 'new Date\\(',
      test: 'DateField › says that the day does not exist',
      failure: '    Unable to find role="alert"\n\n    <body><div><input value="3.3.2026" /></div></body>',
      done: 'A day that does not exist is now named in an alert below the field and the text stays as typed. Checked with every end of month of a leap year and a common one.',
    },
  ],
};
