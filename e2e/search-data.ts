import { makeClaudeLines, toFile } from './claude-lines.ts';
import { importText, type Served } from './start-server.ts';

/** Two sessions of two projects, of which one calls a tool that fails. */
export const importTalks = async ({ url }: Served): Promise<void> => {
  const shop = makeClaudeLines({ sessionId: 'shop-session', cwd: '/home/ada/shop' });
  const lines = [
    shop.title('Repair the ledger export'),
    shop.prompt('The ledger export times out on tenants with many invoices'),
    shop.response('I will read the ledger export first.'),
    shop.call('call-1', 'Bash', { command: 'grep -rn OFFSET src/ledger' }),
    shop.result('call-1', 'grep: src/ledger: No such file or directory', true),
    shop.response('The ledger folder is elsewhere. The export streams invoices now.'),
    shop.prompt('Does the ledger balance after the export?'),
  ];
  const atlas = makeClaudeLines({ sessionId: 'atlas-session', cwd: '/home/ada/atlas' });
  await importText(url, 'shop.jsonl', toFile(...lines));
  await importText(
    url,
    'atlas.jsonl',
    toFile(atlas.title('Draw the atlas'), atlas.prompt('Draw a ledger of maps'), atlas.response('Drawn.')),
  );
};
