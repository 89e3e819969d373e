import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { checkDatabase } from '../db/check-database.ts';
import { dumpTables } from '../db/dump-tables.ts';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { toSpoolFolder } from '../lib/services/hook/hook-spool.ts';
import { inFolder, migrationsFolder } from './archive.ts';
import { atMost, type Figure } from './figure.ts';

const reported = 6;
const longestMs = 120_000;

/** A folder with an archive, and what commands take beside it. */
type Home = { folder: string; database: string };
type Ended = { code: number | null; tookMs: number; errors: string };
type Archive = ReturnType<typeof dumpTables>;

const toHome = (folder: string): Home => ({ folder, database: path.join(folder, 'observatory.db') });

/** Starts a program of `dist/`; ends it after `killAfterMs` as a crash would. */
const start = async (home: Home, script: string, args: readonly string[], input = '', killAfterMs = longestMs): Promise<Ended> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.resolve('dist', script), ...args], {
    cwd: home.folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOME: home.folder, OBSERVATORY_DB: home.database, OBSERVATORY_HOOK_MS: '4000' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const killed = new AbortController();
  const kill = setTimeout(killAfterMs, undefined, { signal: killed.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined,
  );
  const ended = await code;
  killed.abort();
  await kill;
  return { code: ended, tookMs: performance.now() - startedAt, errors };
};

const run = async (home: Home, ...args: string[]): Promise<Ended> => {
  const ended = await start(home, 'observatory.mjs', args);
  if (ended.code !== 0) throw new Error(`observatory ${args.join(' ')} ended with ${ended.code}: ${ended.errors}`);
  return ended;
};

const makeSession = (at: number): string => {
  const talk = makeClaudeLines({ sessionId: `s-${at}`, cwd: at % 2 === 0 ? '/srv/shop' : '/srv/depot' });
  const steps = Array.from({ length: 60 }, (_, step) => [
    talk.call(`c-${at}-${step}`, 'Bash', { command: `step ${step}` }),
    talk.result(`c-${at}-${step}`, `done with ${step}`),
  ]);
  return toFile(talk.prompt('Go'), ...steps.flat(), talk.response('Done.'));
};

const bundle = `name: bench
hooks:
  - module: hooks-observations
    config:
      observers: [{ name: Security, focus: x, model: local, watch: [{ type: conversation }] }]
`;
const answers = `answers:
  - answer: { observations: [{ content: SQL from input., severity: high, source_ref: a.py:1 }] }
`;
const config = 'reviewers: { provider: script, script: answers.yaml }\n';

/** An archive of all sessions, a backup of it with half of them, and files. */
const build = async (folder: string, sessions: number): Promise<Home> => {
  const home = toHome(folder);
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  await Promise.all([first, second].map((place) => mkdir(place, { recursive: true })));
  for (let at = 0; at < sessions; at += 1) await writeFile(path.join(at % 4 < 2 ? first : second, `${at}.jsonl`), makeSession(at));
  await writeFile(path.join(folder, 'bundle.yaml'), bundle);
  await writeFile(path.join(folder, 'answers.yaml'), answers);
  await writeFile(path.join(folder, 'observatory.config.yaml'), config);
  const lines = Array.from({ length: reported }, (_, at) =>
    JSON.stringify({ observer: 'Reviewer', content: `Problem number ${'abcdef'[at] ?? at}`, severity: 'high' }),
  );
  await writeFile(path.join(folder, 'observations.jsonl'), `${lines.join('\n')}\n`);
  await run(home, 'import', first);
  await run(home, 'data', 'backup', path.join(folder, 'backup.db'));
  await run(home, 'import', second);
  await run(home, 'observations', 'import', path.join(folder, 'observations.jsonl'));
  return home;
};

/** Reads rows beside the product, so that nothing is repaired by looking. */
const query = <T>(file: string, sql: string): T[] => {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare<[], T>(sql).all();
  } finally {
    db.close();
  }
};
const countOf = (home: Home, where: string): number =>
  query<{ n: number }>(home.database, `SELECT count(*) AS n FROM observations WHERE ${where}`)[0]?.n ?? 0;
const isSame = (one: Archive, other: Archive): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A command to kill, and what must hold afterwards. */
type Attack = {
  args: (home: Home) => readonly string[];
  /** `before` and `after`: archives around a run of the command that was not killed. */
  isKept: (home: Home, before: Archive, after: Archive) => boolean;
  /** After the same command, not killed. */
  isDone: (home: Home, after: Archive) => boolean;
  /** Before the command. */
  prepare?: (home: Home) => Promise<void>;
};

const sessionsIn = (archive: Archive): Set<string> => new Set(archive.sessions);
const isWithin = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean => [...part].every((one) => whole.has(one));
const dump = ({ database }: Home): Archive => dumpTables(database);
const leadsTo = (home: Home, after: Archive): boolean => isSame(dump(home), after);

const attacks: Readonly<Record<string, Attack>> = {
  import: {
    prepare: async ({ database, folder }) => {
      for (const end of ['', '-wal', '-shm']) await rm(database + end, { force: true });
      await cp(path.join(folder, 'backup.db'), database);
    },
    args: ({ folder }) => ['import', path.join(folder, 'second')],
    isKept: (home, before) => isWithin(new Set(before.records), new Set(dump(home).records)),
    isDone: leadsTo,
  },
  restore: {
    args: ({ folder }) => ['data', 'restore', path.join(folder, 'backup.db')],
    // One of them is in its place, or the old one is beside it.
    isKept: ({ folder, database }, before, after) => {
      const files = readdirSync(folder).filter((name) => /^observatory\.db(?:\.before-restore-[^.]*)?$/u.test(name));
      const found = files.map((name) => dumpTables(path.join(folder, name)));
      return (
        found.some((one) => isSame(one, before)) &&
        (!existsSync(database) || found.some((one) => isSame(one, before) || isSame(one, after)))
      );
    },
    isDone: leadsTo,
  },
  delete: {
    args: () => ['data', 'delete', '--project', 'shop', '--yes'],
    isKept: (home, _, after) => isWithin(sessionsIn(after), sessionsIn(dump(home))),
    isDone: leadsTo,
  },
  compact: { args: () => ['data', 'compact'], isKept: leadsTo, isDone: leadsTo },
  rebuild: {
    args: () => ['data', 'rebuild'],
    isKept: (home, before) =>
      sessionsIn(dump(home)).size === sessionsIn(before).size && countOf(home, "observer = 'Reviewer'") === reported,
    isDone: leadsTo,
  },
  reviewers: {
    args: () => ['bundle', 'run', 'bundle.yaml', '--session', 'claude-code:s-0', '--force'],
    isKept: leadsTo,
    isDone: (home, after) => leadsTo(home, after) && countOf(home, "observer = 'bench/security'") === 1,
  },
  triage: {
    args: ({ database }) => {
      const ids = query<{ id: string }>(database, "SELECT id FROM observations WHERE observer = 'Reviewer' ORDER BY id");
      return ['observations', 'resolve', ...ids.map(({ id }) => id), '--reason', 'wont_fix'];
    },
    // All or nothing.
    isKept: (home, before) =>
      leadsTo(home, before) && [0, reported].includes(countOf(home, "observer = 'Reviewer' AND state = 'wont_fix'")),
    isDone: (home) => countOf(home, "observer = 'Reviewer' AND state = 'wont_fix'") === reported,
  },
};

export type Survived = Record<'kills' | 'interrupted' | 'lost' | 'damaged' | 'unfinished', number>;

const killCommand = (template: string, attack: Attack, kills: number): Promise<Survived> =>
  inFolder(async (folder) => {
    const home = toHome(path.join(folder, 'home'));
    const lay = async () => {
      await rm(home.folder, { recursive: true, force: true });
      await cp(template, home.folder, { recursive: true });
      await attack.prepare?.(home);
    };
    await lay();
    const before = dump(home);
    const args = attack.args(home);
    const { tookMs, code, errors } = await start(home, 'observatory.mjs', args);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${errors}`);
    const after = dump(home);
    const survived: Survived = { kills, interrupted: 0, lost: 0, damaged: 0, unfinished: 0 };
    for (let kill = 0; kill < kills; kill += 1) {
      await lay();
      const ended = await start(home, 'observatory.mjs', args, '', tookMs * (0.2 + 0.8 * Math.random()));
      if (ended.code === null) survived.interrupted += 1;
      try {
        if (existsSync(home.database)) {
          const { problem, searchProblem } = checkDatabase(home.database, migrationsFolder);
          if (problem !== null || searchProblem !== null) survived.damaged += 1;
        }
        if (!attack.isKept(home, before, after)) survived.lost += 1;
        // A command that ended by itself was acknowledged.
        if (ended.code === 0 && !attack.isDone(home, after)) survived.lost += 1;
      } catch {
        survived.damaged += 1;
      }
      await start(home, 'observatory.mjs', args);
      if (!attack.isDone(home, after)) survived.unfinished += 1;
    }
    return survived;
  });

const toEvent = (id: string): string =>
  JSON.stringify({
    hook_event_name: 'PostToolUse',
    session_id: 'hooked',
    tool_name: 'Bash',
    tool_use_id: id,
    tool_input: { command: id },
    tool_response: { stdout: `done ${id}`, stderr: '' },
  });

/** Kills hooks, three at a time. An event in the spool, or of a hook that ended by itself, was acknowledged. */
const killHooks = (template: string, kills: number): Promise<Survived> =>
  inFolder(async (folder) => {
    const home = toHome(path.join(folder, 'home'));
    await cp(template, home.folder, { recursive: true });
    const survived: Survived = { kills, interrupted: 0, lost: 0, damaged: 0, unfinished: 0 };
    const known = new Set<string>();
    const listWaiting = () => {
      const place = toSpoolFolder(home.database);
      return existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.json') && !name.startsWith('.')) : [];
    };
    const { tookMs } = await start(home, 'hook.mjs', [], toEvent('first'));
    known.add('first');
    for (let kill = 0; kill < kills; kill += 3) {
      await Promise.all(
        [0, 1, 2].map(async (at) => {
          const id = `killed-${kill + at}`;
          const { code } = await start(home, 'hook.mjs', [], toEvent(id), tookMs * (0.2 + 1.2 * Math.random()));
          if (code === null) survived.interrupted += 1;
          else known.add(id);
        }),
      );
      for (const name of listWaiting()) {
        const file = path.join(toSpoolFolder(home.database), name);
        const { tool_use_id: id } = JSON.parse(readFileSync(file, 'utf8')) as { tool_use_id?: string };
        if (id !== undefined) known.add(id);
      }
    }
    for (let round = 0; round < 30 && (round === 0 || listWaiting().length > 0); round += 1) {
      known.add(`last-${round}`);
      await start(home, 'hook.mjs', [], toEvent(`last-${round}`));
    }
    const rows = query<{ id: string }>(home.database, 'SELECT native_call_id AS id FROM tool_calls');
    const counts = new Map<string, number>();
    for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
    survived.lost = [...known].filter((id) => counts.get(id) !== 1).length;
    survived.unfinished = listWaiting().length;
    const { problem, searchProblem } = checkDatabase(home.database, migrationsFolder);
    survived.damaged = problem === null && searchProblem === null ? 0 : 1;
    return survived;
  });

/** Kills each of these commands again and again, at random moments, and looks at what is left of an archive of so many sessions. */
export const killCommands = (kills: number, names: readonly string[] = [...Object.keys(attacks), 'hook'], sessions = 24) =>
  inFolder(async (folder) => {
    const { folder: template } = await build(path.join(folder, 'template'), sessions);
    const survived = new Map<string, Survived>();
    for (const name of names) {
      const attack = attacks[name];
      survived.set(name, attack ? await killCommand(template, attack, kills) : await killHooks(template, kills * 3));
    }
    return survived;
  });

/** `full`: hundreds of kills, which take half an hour; else a few of each command. */
export const measureCommandKills = async (full: boolean): Promise<Figure[]> =>
  [...(await killCommands(full ? 40 : 3))].flatMap(([name, { kills, interrupted, lost, damaged, unfinished }]) => [
    atMost(`${name}: lost, after ${kills} kills (${interrupted} in the middle)`, lost, 0, ''),
    atMost(`${name}: damaged databases`, damaged, 0, ''),
    atMost(`${name}: not completed when run again`, unfinished, 0, ''),
  ]);
