import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addHooks, dropHooks, hookEvents, toHookCommand } from './hook-settings.ts';

const command = toHookCommand('/usr/bin/node', "/opt/it's here/dist/hook.mjs", 'linux');
const add = (text: string | null) => addHooks(text, command, 'settings.json');
const drop = (text: string) => dropHooks(text, 'settings.json');

const withOthers = `{
    "$schema": "https://json.schemastore.org/claude-code-settings.json",
    "permissions": { "allow": ["Bash(npm test)", "Read(~/.zshrc)"], "deny": [] },
    "hooks": {
        "PostToolUse": [
            {
                "matcher": "Write|Edit",
                "hooks": [
                    { "type": "command", "command": "npx prettier --write \\"$FILE\\"" }
                ]
            }
        ],
        "Notification": [{ "hooks": [{ "type": "command", "command": "say done", "x-mine": 1 }] }]
    },
    "env": {"A": "}{\\"hooks\\": 1", "10": "b", "2": "a"},
    "unknownKey": [1.50, 1e3, {"hooks": null}]
}
`;
const samples: Record<string, string> = {
  empty: '{}',
  'empty on lines': '{\n}\n',
  'one key': '{"model":"opus"}',
  'tabs and windows line ends': '{\r\n\t"model": "opus",\r\n\t"env": {}\r\n}\r\n',
  'with a byte order mark': '\uFEFF{\n  "a": 1\n}\n',
  'hooks first': '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]},"z":1}',
  'hooks of others': withOthers,
};
const events = (text: string) => JSON.parse(text.replace(/^\uFEFF/u, '')) as { hooks: Record<string, { hooks: { command: string }[] }[]> };

describe('settings of Claude Code', () => {
  it.each(Object.entries(samples))('take the hook once and give it back: %s', (_, text) => {
    const added = add(text);
    for (const event of hookEvents) {
      expect(
        events(added)
          .hooks[event]?.flatMap((group) => group.hooks)
          .filter((hook) => hook.command === command),
      ).toHaveLength(1);
    }
    expect(add(added)).toBe(added);
    const others = { ...events(text), hooks: undefined };
    expect({ ...events(added), hooks: undefined }).toEqual(others);
    const dropped = drop(added);
    expect(JSON.parse(dropped.replace(/^\uFEFF/u, ''))).toEqual(JSON.parse(text.replace(/^\uFEFF/u, '')));
    if (!text.includes('"hooks"')) expect(dropped.replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''));
    expect(drop(text)).toBe(text);
  });

  it('leave every byte outside the hooks as it was', () => {
    const added = add(withOthers);
    const [before, after] = [withOthers.indexOf('"hooks"'), withOthers.indexOf('"env"')];
    expect(added.startsWith(withOthers.slice(0, before))).toBe(true);
    expect(added.endsWith(withOthers.slice(after))).toBe(true);
    expect(added).toContain('"x-mine": 1');
  });

  it('are made where there are none, and follow a program that moved', () => {
    const made = add(null);
    const moved = addHooks(made, toHookCommand('/other/node', '/there/dist/hook.mjs', 'linux'), 'settings.json');
    expect(moved).not.toContain('/usr/bin/node');
    expect(
      moved.replaceAll('/other/node /there/dist/hook.mjs', JSON.stringify(command).slice(1, -1).replace(' trajectory-observatory', '')),
    ).toBe(made);
    expect(JSON.parse(drop(moved))).toEqual({});
  });

  it.each([
    ['{"a": 1,}', /line 1, column 9/u],
    ['{\n  "a": [1\n', /line 3, column 1 /u],
    ['{\n "a": abc,\n "b": 1\n}\n', /line 2, column 7 is not valid JSON \(invalid symbol\)/u],
    ['\uFEFF{\n // mine\n}', /line 2, column 2 .*comment/u],
    ['[]', /not a JSON object/u],
    ['{"hooks": []}', /hooks is not an object/u],
    ['{"hooks": {"Stop": {}}}', /hooks\.Stop is not a list/u],
    ['', /line 1, column 1/u],
  ])('are refused with their place when broken: %j', (text, message) => {
    expect(() => add(text)).toThrow(message);
  });

  it('keep whatever else they hold', () => {
    const settings = fc.dictionary(fc.string(), fc.jsonValue()).filter((one) => !('hooks' in one) && !('__proto__' in one));
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 2, '\t'), (one, indent) => {
        const text = JSON.stringify(one, null, indent);
        expect(JSON.parse(drop(add(text)))).toEqual(JSON.parse(text));
        expect({ ...events(add(text)), hooks: undefined }).toEqual({ ...(JSON.parse(text) as object), hooks: undefined });
      }),
    );
  });

  it('quote what a shell would read otherwise', () => {
    expect(command).toBe(`/usr/bin/node '/opt/it'\\''s here/dist/hook.mjs' trajectory-observatory`);
    expect(toHookCommand('C:\\Program Files\\node.exe', 'C:\\x\\hook.mjs', 'win32')).toBe(
      '"C:\\Program Files\\node.exe" "C:\\x\\hook.mjs" trajectory-observatory',
    );
    expect(toHookCommand('node', 'hook.mjs', 'linux', { OBSERVATORY_DB: '/my data/a.db', OBSERVATORY_CONFIG: '/c.yaml' })).toBe(
      "node hook.mjs 'OBSERVATORY_DB=/my data/a.db' 'OBSERVATORY_CONFIG=/c.yaml' trajectory-observatory",
    );
  });
});
