import { statSync } from 'node:fs';
import { AppError } from '../lib/domain/errors.ts';
import type { AssessmentDraft, ObserverSet } from '../lib/observers/observer-set.ts';
import { observerKinds } from '../lib/observers/registry.ts';
import { renderAssessments } from '../lib/observers/render.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import { assessSession } from '../lib/services/observe/assess-session.ts';
import type { Store } from '../lib/store/store.ts';
import { getSessionId } from './get-session-id.ts';
import { withArchive } from './open-archive.ts';
import { openConfig } from './open-config.ts';
import { withFile } from './open-file.ts';
import { printJsonLine, printNote } from './print.ts';

export type ObserveOptions = { at?: string; observer?: string; json: boolean };
type Assessed = { session: string; assessments: AssessmentDraft[] };

/**
 * `observe ID or FILE`: assesses a session, or each session in a file, from the first call. Nothing is stored: a file is read into a
 * temporary archive.
 */
export const observeCommand = async (place: string, options: ObserveOptions): Promise<number> => {
  const atCall = options.at === undefined ? undefined : parseCall(options.at);
  const config = openConfig();
  const observers = config.load().set;
  const set = options.observer === undefined ? observers : chooseObserver(observers, options.observer, config.file);
  const assess = async (store: Store, ids: readonly string[]): Promise<Assessed[]> => {
    if (ids.length > 1 && atCall !== undefined) {
      throw new AppError('invalid_input', `${place} holds ${ids.length} sessions. Import it, then use a session id with --at ${atCall}.`);
    }
    const assessed: Assessed[] = [];
    for (const session of ids) assessed.push({ session, assessments: await assessSession(store, set, session, atCall) });
    return assessed;
  };
  const assessed = isFile(place)
    ? await withFile(place, ({ store, result }) =>
        assess(
          store,
          result.sessions.map(({ id }) => id),
        ),
      )
    : await withArchive(async ({ store }) => assess(store, [await getSessionId(store, place, `No session or file matches ${place}.`)]));
  for (const one of assessed) {
    if (options.json) printJsonLine(toJson(one));
    else process.stdout.write(print(one, assessed.length > 1));
  }
  if (assessed.every(({ assessments }) => assessments.length === 0)) printNote('No findings.');
  return 0;
};

const isFile = (place: string): boolean => {
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats?.isDirectory())
    throw new AppError('invalid_input', `${place} is a folder. Use a file, or import the folder and use a session id.`);
  return stats !== undefined;
};

const parseCall = (text: string): number => {
  if (!/^\d{1,9}$/u.test(text)) throw new AppError('invalid_input', `--at ${text}: not a call number.`);
  return Number(text);
};

const chooseObserver = (set: ObserverSet, name: string, configFile: string): ObserverSet => {
  const isNamed = (kind: { id: string; name: string }) => [kind.id, kind.name.toLowerCase()].includes(name.toLowerCase());
  const observers = set.observers.filter(({ kind }) => isNamed(kind));
  if (observers.length > 0) return { ...set, observers };
  const off = observerKinds.find(isNamed);
  if (off)
    throw new AppError(
      'invalid_input',
      `Observer ${off.id} is off. Turn it on on the Observers page, or with "enabled: true" in ${configFile}.${off.offByDefault ? ` Off by default: ${off.offByDefault}` : ''}`,
    );
  throw new AppError('invalid_input', `Unknown observer ${name}. Use one of: ${set.observers.map(({ kind }) => kind.id).join(', ')}.`);
};

/** The assessment file of the last call that has an assessment. */
const print = ({ session, assessments }: Assessed, isOneOfMany: boolean): string => {
  const last = assessments.at(-1);
  if (!last) return '';
  const file = toVisibleText(renderAssessments(assessments.filter(({ callIndex }) => callIndex === last.callIndex)));
  return `${isOneOfMany ? `Session ${session}, call ${last.callIndex}\n\n` : ''}${file.trimEnd()}\n`;
};

const toJson = ({ session, assessments }: Assessed) => ({
  session,
  assessments: assessments.map(({ observer, callIndex, severity, summary, findings, suggestions }) => ({
    observer,
    callIndex,
    severity,
    summary,
    findings: findings.map(({ category, description, evidence, records }) => ({ category, description, evidence, records })),
    suggestions,
  })),
});
