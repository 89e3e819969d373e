import * as z from 'zod';
import { AppError } from '../lib/domain/errors.ts';
import type { Session } from '../lib/domain/session.ts';
import { printCostNote } from '../lib/print/cost-note.ts';
import { clipText } from '../lib/print/cut-text.ts';
import { printDuration } from '../lib/print/duration.ts';
import { printMoney } from '../lib/print/money.ts';
import { printCount } from '../lib/print/number.ts';
import { printIso } from '../lib/print/time.ts';
import { unknown } from '../lib/print/unknown.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import { contracts } from '../lib/contracts/index.ts';
import { makeSessionService } from '../lib/services/sessions.ts';
import { findSessionId } from './find-session-id.ts';
import { withArchive } from './open-archive.ts';

const maxTitleChars = 200;
const plain = (text: string | null): string => toVisibleText(text ?? unknown).replace(/\s+/g, ' ');

const toFacts = (session: Session): [string, string][] => [
  ['title', clipText(plain(session.title), maxTitleChars)],
  ['id', session.id],
  ['native id', plain(session.nativeId)],
  ['agent', plain([session.family, session.agentVersion].filter((part) => part !== null).join(' '))],
  ['project', plain(session.project)],
  ['folder', plain(session.cwd)],
  ['models', plain(session.models.join(', ') || null)],
  ['started', printIso(session.startedAtMs)],
  ['active', printDuration(session.activeMs)],
  ['waiting', printDuration(session.waitingMs)],
  ['turns', printCount(session.turns)],
  ['records', printCount(session.records)],
  ['calls', `${printCount(session.toolCalls)} (${printCount(session.toolErrors)} errors, ${printCount(session.toolRejected)} rejected)`],
  [
    'tokens',
    `${printCount(session.tokens.input)} in, ${printCount(session.tokens.cacheRead)} cached, ${printCount(session.tokens.cacheWrite)} cache written, ${printCount(session.tokens.output)} out`,
  ],
  ['cost', plain([printMoney(session.costUsd), printCostNote(session)].filter((part) => part !== null).join('  '))],
  ['subagents', printCount(session.childCount)],
];

/** `session ID`: one session. */
export const sessionCommand = (id: string, { json }: { json: boolean }): Promise<number> =>
  withArchive(async ({ store }) => {
    if (id === '') throw new AppError('invalid_input', 'A session id is required.');
    const detail = await makeSessionService({ store, now: Date.now }).get((await findSessionId(store, id)) ?? id);
    if (json) process.stdout.write(`${JSON.stringify(z.encode(contracts.sessions.get.response, detail), null, 2)}\n`);
    else
      process.stdout.write(
        `${toFacts(detail)
          .map(([name, value]) => `${name.padEnd(10)}  ${value}`)
          .join('\n')}\n`,
      );
    return 0;
  });
