import type { Project } from '../project.ts';

export const orchardUi: Project = {
  name: 'orchard-ui',
  branch: 'table-keyboard',
  testCommand: 'pnpm test',
  testOne: (test) => `pnpm test -t '${test}'`,
  testPassed: (count) =>
    `> orchard-ui@2.4.0 test\n> jest\n\nPASS src/components/data-table.test.tsx\nPASS src/components/date-field.test.tsx\n\nTests:       ${count} passed, ${count} total\nTime:        4.8 s`,
  testFailed: (test, failure, testFile) =>
    `> orchard-ui@2.4.0 test\n> jest\n\nFAIL ${testFile}\n  ● ${test}\n\n${failure}\n\nTests:       1 failed, 47 passed, 48 total\nTime:        5.1 s`,
  testFile: (file) => file.replace(/\.(?:tsx|css)$/u, '.test.tsx'),
  testHead: "import { render, screen } from '@testing-library/react';\nimport userEvent from '@testing-library/user-event';",
  testCase: (test) =>
    `it('${test.split(' › ').at(-1) ?? test}', async () => {\n  render(<Example />);\n  await userEvent.tab();\n  expect(screen.getByTestId('result')).toMatchSnapshot();\n});`,
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
    {
      title: 'Dialog gives the focus back',
      request:
        'After a dialog closes, the focus is on the body. It should return to what opened it, or to the next sensible place if that is gone.',
      followUp: 'And with two dialogs on top of each other?',
      thought: 'Remember document.activeElement when it opens. On close, focus it if it is still connected, else the nearest landmark.',
      file: 'src/components/dialog.tsx',
      before: 'useEffect(() => {\n  if (open) ref.current?.showModal();\n}, [open]);',
      after:
        'useEffect(() => {\n  if (!open) return;\n  const opener = document.activeElement;\n  ref.current?.showModal();\n  return () => giveBack(opener);\n}, [open]);',
      search: 'showModal',
      test: 'Dialog › returns the focus to its opener',
      failure: '    Expected element with focus:\n      <button>Delete</button>\n    Received element with focus:\n      <body />',
      done: 'The focus returns to the opener, or to the main landmark when the opener is gone. Stacked dialogs give it back one by one.',
    },
    {
      title: 'Menu closes when the page scrolls',
      request: 'An open menu floats away from its button when the page scrolls. Close it on scroll, except inside the menu itself.',
      followUp: 'On touch screens too?',
      thought: 'One passive, capturing listener on the document while the menu is open; scroll events of the menu list do not close it.',
      file: 'src/components/menu.tsx',
      before: 'useEffect(() => position(menu, button), [open]);',
      after: 'useEffect(() => {\n  if (!open) return;\n  position(menu, button);\n  return onScrollOutside(menu, close);\n}, [open]);',
      search: 'position\\(',
      test: 'Menu › closes when the page scrolls',
      failure: '    expect(element).not.toBeVisible()\n\n    Received element is visible:\n      <ul role="menu" />',
      done: 'A scroll outside the menu closes it and leaves the focus on the button. Scrolling the list itself does not.',
    },
    {
      title: 'Sticky header covers the focused row',
      request: 'When a row is reached with the arrow keys the sticky header covers it. Keep the row in view.',
      followUp: 'Is that right at 200 % zoom?',
      thought: 'scroll-margin-top on cells, by the height of the header. No script: the browser does the rest on focus.',
      file: 'src/components/data-table.css',
      before: 'td:focus {\n  outline: 2px solid var(--accent);\n}',
      after: 'td:focus {\n  outline: 2px solid var(--accent);\n  scroll-margin-top: var(--header-height);\n}',
      search: 'td:focus',
      test: 'DataTable › keeps the focused row below the header',
      failure: '    expect(received).toBeGreaterThanOrEqual(expected)\n\n    Expected: >= 48\n    Received:    12',
      done: 'Cells keep the height of the header as scroll margin. Checked at 100, 200 and 400 % zoom.',
    },
    {
      title: 'Contrast of disabled buttons',
      request: 'Disabled buttons are at 2.1:1. Bring their label to at least 4.5:1 in both themes without making them look active.',
      followUp: 'Which token changed?',
      thought: 'Lower the contrast of the border and the background, not that of the label. One token for each theme.',
      file: 'src/theme/button.css',
      before: '.button:disabled {\n  opacity: 0.4;\n}',
      after: '.button:disabled {\n  color: var(--text-muted);\n  background: transparent;\n  border-style: dashed;\n}',
      search: 'disabled',
      test: 'Button › disabled label has enough contrast',
      failure: '    expect(received).toBeGreaterThanOrEqual(expected)\n\n    Expected: >= 4.5\n    Received:    2.1',
      done: 'The label stays at 4.8:1 in light and 5.3:1 in dark; a dashed border says that the button is off. No opacity any more.',
    },
  ],
};
