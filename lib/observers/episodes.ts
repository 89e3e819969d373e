import type { Assessment, Episode, Finding } from '../domain/assessment.ts';
import { worstSeverity } from '../session/severity.ts';
import { observerKinds } from './registry.ts';
import type { StandingFinding } from './run.ts';

const keyOf = (observer: string, { category, subject }: Pick<Finding, 'category' | 'subject'>): string =>
  JSON.stringify([observer, category, subject]);

const lastCallOf = (finding: Finding, fallback: number): number => finding.calls.at(-1) ?? fallback;

/** A category that no longer exists is labeled with its own name. */
const toNames = (observer: string, category: string): Pick<Episode, 'label' | 'countsCalls' | 'headline'> => {
  const definition = observerKinds.find(({ id }) => id === observer)?.categories[category];
  if (!definition) return { label: category, countsCalls: false, headline: 'Found' };
  const { label, countsCalls, headline } = definition;
  return { label, countsCalls, headline };
};

const begin = ({ observer, observerName }: Assessment, finding: Finding): Episode => ({
  observer,
  observerName,
  ...toNames(observer, finding.category),
  finding,
  fromCall: finding.calls[0] ?? 0,
  toCall: 0,
  assessedAt: [],
  sentAt: [],
  endedAtCall: null,
});

/** The episode that a finding goes on with, if it rests on calls of it. */
const resume = (episode: Episode | undefined, finding: Finding): Episode | undefined => {
  if (!episode || (finding.calls[0] ?? Infinity) > episode.toCall) return undefined;
  episode.endedAtCall = null;
  return episode;
};

/** As it stands now, but as bad as it ever was. */
const update = (episode: Episode, finding: Finding): void => {
  const severity = worstSeverity(episode.finding.severity, finding.severity);
  episode.finding = { ...finding, severity };
  episode.fromCall = Math.min(episode.fromCall, finding.calls[0] ?? episode.fromCall);
  episode.toCall = Math.max(episode.toCall, lastCallOf(finding, episode.toCall));
};

/**
 * The findings of a session's assessments (ascending by call), each from its first call to its last. `standing` is what the
 * observers know now of those that are not over, which may be newer than their last assessment. Superseded
 * assessments are passed over. A finding that ends and is found again on partly the same calls is one episode. Ascending by first call.
 */
export const computeEpisodes = (assessments: readonly Assessment[], standing: readonly StandingFinding[]): Episode[] => {
  const open = new Map<string, Episode>();
  const over = new Map<string, Episode>();
  const all: Episode[] = [];
  for (const made of assessments) {
    if (made.superseded) continue;
    for (const finding of made.findings) {
      const key = keyOf(made.observer, finding);
      let episode = open.get(key) ?? resume(over.get(key), finding);
      if (!episode) {
        episode = begin(made, finding);
        all.push(episode);
      }
      open.set(key, episode);
      update(episode, finding);
      episode.assessedAt.push(made.callIndex);
      if (made.sentAtMs !== null) episode.sentAt.push(made.callIndex);
    }
    for (const finding of made.ended) {
      const key = keyOf(made.observer, finding);
      const episode = open.get(key);
      if (!episode) continue;
      update(episode, finding);
      episode.endedAtCall = made.callIndex;
      open.delete(key);
      over.set(key, episode);
    }
  }
  for (const episode of open.values()) {
    const now = standing.find(({ finding }) => keyOf('', finding) === keyOf('', episode.finding));
    if (now) update(episode, now.finding);
  }
  return all.sort((a, b) => a.fromCall - b.fromCall);
};
