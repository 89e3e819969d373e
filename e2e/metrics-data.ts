import { makeClaudeLines, toFile } from './claude-lines.ts';
import { importText, sendJson, type Served } from './start-server.ts';

/** Imports sessions of two turns each: a call and an answer; in every third session, the second turn is cut short. */
export const importSessions = async (server: Served, count: number, prefix = 'run'): Promise<void> => {
  for (let at = 0; at < count; at += 1) {
    const sessionId = `${prefix}-${at}`;
    const talk = makeClaudeLines({ sessionId, cwd: at % 2 === 0 ? '/home/ada/shop' : '/home/ada/blog' });
    const text = toFile(
      talk.prompt('Fix the rounding of refunds'),
      talk.call(`${sessionId}-1`, 'Bash', { command: 'npm test' }),
      talk.result(`${sessionId}-1`, 'ok'),
      talk.response('It rounds half to even now.'),
      talk.prompt('Speed up the export of invoices'),
      talk.call(`${sessionId}-2`, 'Bash', { command: 'npm run export' }),
      talk.result(`${sessionId}-2`, 'timed out', true),
      ...(at % 3 === 0 ? [] : [talk.response('It streams rows now.')]),
    );
    await importText(server.url, `${sessionId}.jsonl`, text);
  }
};

/** Asks for examples for the second turn of sessions, as an agent does, and reports how the turn ended. */
export const useExamples = async (server: Served, count: number, prefix = 'run'): Promise<void> => {
  for (let at = 0; at < count; at += 1) {
    const turn = { session_id: `claude-code:${prefix}-${at}`, turn_idx: 1 };
    await sendJson(server.url, 'POST', '/api/retrieve', { prompt: 'Fix the rounding of refunds', ...turn });
    await sendJson(server.url, 'POST', '/api/turns/outcome', { ...turn, completed: at % 4 !== 0 });
  }
};
